/// One renewal that is under way, and the callers that wait for it.
struct RenewalFlight: Sendable {
  /// The callers that wait.
  struct Waiter: Sendable {
    let demand: SessionMachine.Demand
    /// A session answers this waiter only if its generation is greater: the server refused the waiter's credential, or
    /// the waiter asked for a new one.
    let exceeding: UInt64?

    /// Whether `session` answers this waiter.
    func isAnswered(by session: Session) -> Bool { exceeding.map { session.generation > $0 } ?? true }
  }

  /// The session as it was when the renewal began.
  let session: Session
  /// The waiters by number. A waiter that is cancelled leaves without the others.
  var waiters: [SessionMachine.WaiterID: Waiter] = [:]
  /// Whether the session was signed out meanwhile. The renewed credential is then discarded.
  var isOrphan = false
  /// Whether the end of the session was reported meanwhile, because the store no longer had it.
  var isEndTold = false
}
