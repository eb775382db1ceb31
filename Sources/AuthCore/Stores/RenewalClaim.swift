/// The right to renew one session, for a limited time and for one generation.
public struct RenewalClaim: Sendable {
  /// The session as it was stored when the claim was made. Under the claim, only the credential of this session is
  /// used.
  public let session: Session
  /// The number of the claim. A later claim of the session has a higher number.
  public let fence: UInt64
  /// A number by which the store finds the claim again.
  public let token: UInt64
  /// How long ago another holder noted that it was about to use the credential, if that holder has not stored a result
  /// since. The holder may have crashed, be paused, or be disconnected. Nil if there is no such note.
  public let unanswered: Duration?
  /// How the server treats a credential that was used before. The engine sets this before it commits. If a repeated use
  /// returns another new credential (`newPair`), the store keeps the result of the claim with the highest fence.
  public var replay: CredentialReplay = .none
  /// Whether an earlier use of the credential got no response. If so, no holder has its result. If the server refuses
  /// the credential now, the earlier use may be the reason.
  public let isDoubtful: Bool
  /// How the credential was used under this claim. The engine sets this before it releases the claim.
  public var use = Use.unused

  /// How a credential was used.
  public enum Use: Sendable, Hashable {
    /// No request with the credential was sent.
    case unused
    /// A request was sent, and the server has responded.
    case answered
    /// A request was sent, and no response arrived, so no holder has a result.
    case unanswered
  }

  /// Creates a claim of a store.
  public init(
    session: Session, fence: UInt64, token: UInt64, unanswered: Duration? = nil, isDoubtful: Bool = false
  ) {
    self.session = session
    self.fence = fence
    self.token = token
    self.unanswered = unanswered
    self.isDoubtful = isDoubtful
  }
}
