import AuthCore

/// Why a law does not apply to a provider.
struct NotApplicable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
