/// One renewal that is under way, and the callers that wait for it.
struct RenewalFlight: Sendable {
  /// A caller that waits.
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
  /// The waiters by number. If one is cancelled, the others still wait.
  var waiters: [SessionMachine.WaiterID: Waiter] = [:]
  /// Whether the session was signed out since the renewal began. The renewed credential is then discarded.
  var isOrphan = false
  /// Whether the end of the session was already reported, because the store no longer had the session.
  var isEndTold = false
}
