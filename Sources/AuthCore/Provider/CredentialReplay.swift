/// What a server does with a refresh credential that was used before: what its adapter declares, from evidence.
///
/// It decides what happens when a host dies between a renewal and the storing of the result. Another host may use the
/// credential again only where the server answers it again, and only as long as it does.
public enum CredentialReplay: Sendable, Hashable {
  /// The server refuses it, and may end the session for the reuse.
  case none
  /// The server answers with the same new credential, for this long after the first use.
  case samePair(within: Duration)
  /// The server answers with a further new credential, for this long after the first use. Earlier new credentials may
  /// stop working.
  case newPair(within: Duration)

  /// Whether a repeated use gives a further credential, so that the last one counts.
  var givesNewPairs: Bool {
    if case .newPair = self { true } else { false }
  }

  /// How long after the first use the server answers again.
  public var window: Duration {
    switch self {
    case .none: .zero
    case .samePair(let window), .newPair(let window): window
    }
  }
}
