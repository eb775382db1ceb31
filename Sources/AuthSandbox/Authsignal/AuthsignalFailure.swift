import AuthCore
import AuthCrypto

/// Why a code was not accepted; an answer, not an error (§4.3).
enum AuthsignalFailure: String, Sendable {
  case invalidOrExpired = "CODE_INVALID_OR_EXPIRED"
  /// GUESS: the name for too many attempts at verifying (§4.4).
  case attemptsExceeded = "MAX_ATTEMPTS_EXCEEDED"
}
