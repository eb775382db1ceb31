import AuthCore

/// The state of a `WaitingChallenge`.
enum WaitingState: Sendable, Equatable {
  case open
  case denied
  case approved(ActionToken)
}
