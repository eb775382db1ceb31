/// One renewal that is under way, and the callers that wait for it.
struct RenewalFlight: Sendable {
  /// A caller that waits.
  struct Waiter: Sendable {
    let demand: SessionMachine.Demand
    /// The generation that is too old for this waiter: the server refused the credential of that generation, or the
    /// waiter requested a new credential. Only a session with a greater generation answers the waiter. If nil, any
    /// session answers the waiter.
    let exceeding: UInt64?

    /// Whether `session` answers this waiter.
    func isAnswered(by session: Session) -> Bool { exceeding.map { session.generation > $0 } ?? true }
  }

  /// The session as it was when the renewal began.
  let session: Session
  /// The waiters by number. If one is cancelled, the others still wait.
  var waiters: [SessionMachine.WaiterID: Waiter] = [:]
  /// Whether the session was signed out since the renewal began. A renewed credential is then not used, but discarded
  /// or revoked.
  var isOrphan = false
  /// Whether the end of the session was already reported, because the store no longer had the session.
  var isEndTold = false
}
