/// The right to renew one session, for a while and for one generation.
public struct RenewalClaim: Sendable {
  /// The session as it was stored when the claim was made: only this credential may be used.
  public let session: Session
  /// Grows with every claim of the session.
  public let fence: UInt64
  /// Names the claim at its store.
  public let token: UInt64

  /// A claim, as a store makes it.
  public init(session: Session, fence: UInt64, token: UInt64) {
    self.session = session
    self.fence = fence
    self.token = token
  }
}
