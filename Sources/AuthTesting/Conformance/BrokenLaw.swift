import AuthCore

/// The error that a check throws if its law is broken.
struct BrokenLaw: Error {
  let reason: String

  init(reason: String) { self.reason = reason }

  /// Creates the error for an expectation that was not met. `what` states the expectation.
  init(expected what: String) { reason = "expected: " + what }
}
