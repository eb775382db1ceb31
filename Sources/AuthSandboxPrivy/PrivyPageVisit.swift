import AuthCore
import AuthCrypto

/// A visit to the page of another service.
struct PrivyPageVisit: Sendable {
  let service: String
  let redirectTo: String
  let challenge: String
  /// The client's own state, which comes back with the code.
  let state: String
  /// The account's subject at the other service.
  let id: String
}
