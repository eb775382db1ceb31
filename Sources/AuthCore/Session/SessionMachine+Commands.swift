#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionMachine {
  /// A caller's request.
  enum Demand: Sendable, Equatable {
    /// The selected session as it is stored.
    case stored
    /// The selected session with a valid credential.
    case working
    /// The selected session with a new credential.
    case renewed
    /// This session with a newer credential: the server refused the current one.
    case renewedAfter(Session)
  }

  /// An operation that the engine has to perform.
  enum Command: Sendable {
    case load(epoch: UInt64)
    case renew(Session, isForced: Bool)
    case answer(WaiterID, Result<Session?, AuthError>)
    case publish(SessionState, revision: UInt64)
    case record(AuthEvent)
    /// Sets the time of the next wake-up in place of the previous one; nil for no wake-up.
    case wake(at: Date?)
    case replaced(Session, by: Session)
    case discard(Session)
    /// Revokes a credential that has no record, and deletes its data on this device. If another session is stored under
    /// the same id, the data that this other session uses is kept.
    case revoke(Session, beside: Session?)
  }
}
