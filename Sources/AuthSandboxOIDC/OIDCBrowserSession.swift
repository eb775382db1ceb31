/// A user's session in one browser at the provider.
struct OIDCBrowserSession: Sendable {
  /// The value of `sid` in ID tokens and logout tokens. It is not a secret; the cookie is.
  let id: String
  let subject: String
  /// When the user authenticated, in seconds since 1970.
  var authenticatedAt: Int64
  var level: OIDCAuthenticationContext
  let expires: Int64
  /// The clients that got tokens in this session.
  var clients: Set<String> = []
}
