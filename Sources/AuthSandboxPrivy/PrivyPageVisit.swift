import AuthCore
import AuthCrypto

/// A visit to another service's sign-in page.
struct PrivyPageVisit: Sendable {
  let service: String
  let redirectTo: String
  let challenge: String
  /// The client's own state, which is returned with the code.
  let state: String
  /// The visit's id, in the URL of the page.
  let id: String
}
