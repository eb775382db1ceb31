/// Why a code was not accepted; an answer, not an error (A21).
enum AuthsignalFailure: String, Sendable {
  case invalidOrExpired = "CODE_INVALID_OR_EXPIRED"
  /// Too many attempts at verifying.
  case attemptsExceeded = "MAX_ATTEMPTS_EXCEEDED"
}
