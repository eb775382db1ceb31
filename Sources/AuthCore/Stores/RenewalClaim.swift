/// The right to renew one session, for a while and for one generation.
public struct RenewalClaim: Sendable {
  /// The session as it was stored when the claim was made: only this credential may be used.
  public let session: Session
  /// Grows with every claim of the session.
  public let fence: UInt64
  /// Names the claim at its store.
  public let token: UInt64
  /// How long ago another holder noted that it uses this credential, if it stored no result since: it died, is paused,
  /// or is cut off. Nil if there is no such use.
  public let unanswered: Duration?
  /// What the server does with a used credential. The engine sets it before it commits: where a repeated use gives a
  /// further credential, the claim with the higher fence has the valid one.
  public var replay: CredentialReplay = .none
  /// Whether an earlier use of this credential got no answer, so that no holder has its result. If the server refuses
  /// the credential now, the reason may be that use.
  public let isDoubtful: Bool
  /// What became of the credential under this claim. The engine sets it before it releases the claim.
  public var use = Use.unused

  /// What became of a credential.
  public enum Use: Sendable, Hashable {
    /// Nothing was sent.
    case unused
    /// The server has answered.
    case answered
    /// Something was sent, and no answer came. No holder has one.
    case unanswered
  }

  /// A claim, as a store makes it.
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
