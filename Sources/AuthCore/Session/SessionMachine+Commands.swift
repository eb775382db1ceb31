#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionMachine {
  /// What a caller wants.
  enum Demand: Sendable, Equatable {
    /// The selected session as it is stored.
    case stored
    /// The selected session with a credential that works.
    case working
    /// The selected session with a new credential.
    case renewed
    /// This session with a newer credential: the server refused the one it has.
    case renewedAfter(Session)
  }

  /// What is to be done.
  enum Command: Sendable {
    case load(epoch: UInt64)
    case renew(Session, isForced: Bool)
    case answer(WaiterID, Result<Session?, AuthError>)
    case publish(SessionState, revision: UInt64)
    case record(AuthEvent)
    /// In the place of the time that was set before; nil for never.
    case wake(at: Date?)
    case replaced(Session, by: Session)
    case discard(Session)
    /// Tells the server that a credential without a record is over, and discards what it left here; beside another
    /// session that is stored under the same identity, nothing of that one.
    case revoke(Session, beside: Session?)
  }
}
