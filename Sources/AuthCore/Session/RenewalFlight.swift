/// One renewal that is under way, and the callers that wait for it.
struct RenewalFlight: Sendable {
  /// The callers that wait.
  struct Waiter: Sendable {
    let demand: SessionMachine.Demand
    /// A session is an answer to this waiter only when its generation is greater: its credential was refused, or it is
    /// to be new.
    let exceeding: UInt64?

    /// Whether `session` is what it waits for.
    func isAnswered(by session: Session) -> Bool { exceeding.map { session.generation > $0 } ?? true }
  }

  /// The session as it was when the renewal began.
  let session: Session
  /// By their numbers; a waiter that gives up leaves alone.
  var waiters: [SessionMachine.WaiterID: Waiter] = [:]
  /// Whether the session was signed out meanwhile. The renewed credential is then discarded.
  var isOrphan = false
  /// Whether the end of the session was told meanwhile: the store had it no more.
  var isEndTold = false
}
