/// How to continue with a session whose renewal is claimed: a decision without effects.
enum RenewalDecision: Sendable, Equatable {
  /// Use the stored session. It is valid for long enough, and either another caller has renewed it or no new credential
  /// is required.
  case adopt
  /// Exchange the session's credential for a new one.
  case spend

  /// Decides from the stored and the known generation.
  ///
  /// - Parameters:
  ///   - stored: the generation that is stored and claimed.
  ///   - known: the generation that the caller saw last.
  ///   - isFresh: whether the stored session is valid for long enough.
  ///   - isForced: whether to renew a fresh session that has not been renewed since the caller saw it.
  init(stored: UInt64, known: UInt64, isFresh: Bool, isForced: Bool) {
    self = isFresh && (stored > known || !isForced) ? .adopt : .spend
  }
}

extension SessionRenewal.Outcome {
  /// The outcome of storing a renewed session.
  init(_ result: RenewalCommitResult, storing renewed: Session, from old: Session) {
    switch result {
    case .committed: self = .renewed(renewed, from: old)
    case .superseded(let other): self = .superseded(other, unused: renewed)
    case .gone: self = .dropped(renewed)
    }
  }
}
