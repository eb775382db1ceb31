/// The reason why a code was not accepted. The response has status 200 and is not an error (A21).
enum AuthsignalFailure: String, Sendable {
  case invalidOrExpired = "CODE_INVALID_OR_EXPIRED"
  /// There were too many attempts.
  case attemptsExceeded = "MAX_ATTEMPTS_EXCEEDED"
}
