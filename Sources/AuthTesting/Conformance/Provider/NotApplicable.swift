import AuthCore

/// The error of a check whose law does not apply to the provider, with the reason.
struct NotApplicable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
