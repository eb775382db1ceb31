/// One step of a renewal at a store that grants claims.
///
/// The events of all hosts form a history that can be checked: each fence has one holder, and each generation has one
/// commit.
public struct RenewalEvent: Sendable, Hashable {
  /// The steps of a renewal.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    /// The claim was granted.
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
    /// Another session was stored under this id, and is used instead.
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
  /// The session.
  public let session: SessionID
  /// The generation whose credential is used.
  public let generation: UInt64
  /// The fence of the claim.
  public let fence: UInt64
  /// The step.
  public let step: Step

  /// Creates an event.
  public init(provider: ProviderID, session: SessionID, generation: UInt64, fence: UInt64, step: Step) {
    self.provider = provider
    self.session = session
    self.generation = generation
    self.fence = fence
    self.step = step
  }
}
