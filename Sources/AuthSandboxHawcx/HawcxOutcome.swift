import AuthCore

/// The outcome of an action.
enum HawcxOutcome: Sendable {
  case step(HawcxStep)
  case failure(HawcxFailure)
}
