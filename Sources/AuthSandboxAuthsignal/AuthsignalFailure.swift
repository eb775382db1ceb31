/// Why a code was not accepted. It comes in a response with status 200, not in an error (A21).
enum AuthsignalFailure: String, Sendable {
  case invalidOrExpired = "CODE_INVALID_OR_EXPIRED"
  /// Too many attempts at verifying.
  case attemptsExceeded = "MAX_ATTEMPTS_EXCEEDED"
}
