import AuthCore

/// What an action leads to.
enum HawcxOutcome: Sendable {
  case step(HawcxStep)
  case failure(HawcxFailure)
}
