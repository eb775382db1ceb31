/// How a server treats a refresh credential that was used before. The provider declares this, from evidence.
///
/// It matters when a host crashes after a renewal and before it stores the result. Another host may send the credential
/// again only if the server still accepts it, and only for that time.
public enum CredentialReplay: Sendable, Hashable {
  /// The server refuses the credential, and may end the session because of the reuse.
  case none
  /// The server returns the same new credential again, for this long after the first use.
  case samePair(within: Duration)
  /// The server returns another new credential, for this long after the first use. Earlier new credentials may stop
  /// working.
  case newPair(within: Duration)

  /// Whether a repeated use returns another credential, so that only the last one is certain to work.
  var givesNewPairs: Bool {
    if case .newPair = self { true } else { false }
  }

  /// How long after the first use the server still accepts the credential.
  public var window: Duration {
    switch self {
    case .none: .zero
    case .samePair(let window), .newPair(let window): window
    }
  }
}
