import AuthCore

/// Why a law is broken.
struct BrokenLaw: Error {
  let reason: String

  init(reason: String) { self.reason = reason }

  /// `what` states what should be the case, and is not.
  init(expected what: String) { reason = "expected: " + what }
}
