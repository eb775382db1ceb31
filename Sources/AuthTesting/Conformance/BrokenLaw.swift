import AuthCore

/// Why a law is broken.
struct BrokenLaw: Error {
  let reason: String
}
