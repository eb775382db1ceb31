#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionMachine {
  /// A caller's request.
  enum Demand: Sendable, Equatable {
    /// The selected session without a renewal.
    case stored
    /// The selected session with a valid credential.
    case working
    /// The selected session with a new credential.
    case renewed
    /// The given session with a newer credential, because the server refused its current one.
    case renewedAfter(Session)
  }

  /// An operation that the engine has to perform.
  enum Command: Sendable {
    case load(epoch: UInt64)
    case renew(Session, isForced: Bool)
    case answer([WaiterID], Result<Session?, AuthError>)
    case publish(SessionState, revision: UInt64)
    case record(AuthEvent)
    /// Sets the time of the next wake-up in place of the previous one; nil for no wake-up.
    case wake(at: Date?)
    case replaced(Session, by: Session)
    case discard(Session)
    /// Revokes a credential that is not stored, and deletes its data on this device. If another session is stored under
    /// the same id, the data that the other session uses is kept.
    case revoke(Session, beside: Session?)
  }
}
