/// One step of a renewal at a store whose renewal claims expire (`RenewalClaiming.claimsExpire`).
///
/// The events of all hosts together can be checked: for each session, every fence has only one holder, and every
/// generation is committed only once.
public struct RenewalEvent: Sendable, Hashable {
  /// The steps of a renewal.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    /// The store has granted the claim.
    case claimed
    /// Another holder has used the credential and stored no result.
    case takenOver
    /// The store has recorded that the credential is about to be used.
    case noted
    /// The server returned a new credential.
    case answered
    /// The new credential is stored in this host's outbox.
    case spooled
    /// The new credential is stored.
    case committed
    /// Another session was stored under the session's id, and is used instead.
    case superseded
    /// The session was signed out during the renewal; the new credential is revoked.
    case gone
    /// The server refused the credential, and the session was deleted.
    case ended
    /// The credential may be used up, and the result of its use is not available.
    case lost
    /// The renewal failed in another way; the session is kept.
    case failed
  }

  /// The provider instance.
  public let provider: ProviderID
  /// The session that is renewed.
  public let session: SessionID
  /// The generation of the session whose credential is used for the renewal.
  public let generation: UInt64
  /// The fence of the claim: a number that grows with every claim of the session. Zero if it is not known.
  public let fence: UInt64
  /// What has happened.
  public let step: Step

  /// Creates the event of one step.
  public init(provider: ProviderID, session: SessionID, generation: UInt64, fence: UInt64, step: Step) {
    self.provider = provider
    self.session = session
    self.generation = generation
    self.fence = fence
    self.step = step
  }
}
