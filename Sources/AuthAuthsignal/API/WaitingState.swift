import AuthCore

/// The state of a `WaitingChallenge`.
enum WaitingState: Sendable, Equatable {
  case open
  /// Another device has scanned the QR code, and has not decided yet (A63, A68).
  case claimed
  case denied
  case approved(ActionToken)

  /// Whether the state does not change again.
  var isDecided: Bool {
    switch self {
    case .open, .claimed: false
    case .denied, .approved: true
    }
  }
}
