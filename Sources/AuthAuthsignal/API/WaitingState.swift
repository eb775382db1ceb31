import AuthCore

/// How such a challenge stands.
enum WaitingState: Sendable, Equatable {
  case open
  case denied
  case approved(ActionToken)
}
