/// One renewal that is under way, and who waits for it.
struct RenewalFlight: Sendable {
  /// Who waits.
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
  /// Whether the session was signed out meanwhile: what comes in is let go of.
  var isOrphan = false
}

/// What a renewal's end means for whoever waited.
struct RenewalEnding: Sendable {
  /// What they are given; nil when there is none.
  let session: Session?
  /// Why there is none, where somebody said so.
  let error: AuthError?

  init(_ outcome: Result<SessionRenewal.Outcome, AuthError>) {
    switch outcome {
    case .success(.renewed(let session, _)), .success(.adopted(let session)), .success(.superseded(let session, _)):
      (self.session, error) = (session, nil)
    case .success(.refused(let error, _)), .failure(let error): (session, self.error) = (nil, error)
    case .success(.dropped): (session, error) = (nil, nil)
    }
  }
}
