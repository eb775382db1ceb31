/// The right to renew one session, for a limited time and for one generation.
public struct RenewalClaim: Sendable {
  /// The session as it was stored when the claim was made: only this credential may be used.
  public let session: Session
  /// The number of the claim, which grows with every claim of the session.
  public let fence: UInt64
  /// The store's id of the claim.
  public let token: UInt64
  /// How long ago another holder noted that it uses this credential, if it has not stored a result since: it may have
  /// crashed, be paused, or be disconnected. Nil if there is no such use.
  public let unanswered: Duration?
  /// How the server treats a used credential. The engine sets this before it commits: if a repeated use returns another
  /// credential, the claim with the higher fence has the valid one.
  public var replay: CredentialReplay = .none
  /// Whether an earlier use of this credential got no response, so that no holder has its result. If the server refuses
  /// the credential now, the reason may be that use.
  public let isDoubtful: Bool
  /// How the credential was used under this claim. The engine sets this before it releases the claim.
  public var use = Use.unused

  /// How a credential was used.
  public enum Use: Sendable, Hashable {
    /// No request was sent.
    case unused
    /// The server has responded.
    case answered
    /// A request was sent, and no response arrived. No holder has a result.
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
