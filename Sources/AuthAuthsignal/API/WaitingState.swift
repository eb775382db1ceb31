import AuthCore

/// The state of such a challenge.
enum WaitingState: Sendable, Equatable {
  case open
  case denied
  case approved(ActionToken)
}
