/// How a server treats a refresh credential that was used before. The provider declares this, from evidence.
///
/// The client uses this declaration if a host crashes after a renewal and before it stores the result: another host may
/// send the used credential again only while the server still accepts it.
public enum CredentialReplay: Sendable, Hashable {
  /// The server refuses the credential, and may end the session because of the reuse.
  case none
  /// The server returns the same new credential again, for this long after the first use.
  case samePair(within: Duration)
  /// The server returns another new credential at each use, for this long after the first use. The new credentials that
  /// it returned before may stop working.
  case newPair(within: Duration)

  /// Whether a repeated use returns another credential. If so, only the last one is certain to work.
  var givesNewPairs: Bool {
    if case .newPair = self { true } else { false }
  }

  /// For how long after the first use the server still accepts the credential; zero for `none`.
  public var window: Duration {
    switch self {
    case .none: .zero
    case .samePair(let window), .newPair(let window): window
    }
  }
}
