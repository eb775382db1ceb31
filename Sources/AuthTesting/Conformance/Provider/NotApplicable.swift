import AuthCore

/// Why a law has nothing to say about a provider.
struct NotApplicable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
