/// An authorisation code (RFC 6749 §4.1.2).
struct OIDCAuthorizationCode: Sendable {
  /// How long a used code is remembered, to notice that it is used again.
  static let memory: Int64 = 3600

  let request: OIDCAuthorizationRequest
  let authentication: OIDCAuthentication
  /// Seconds since 1970.
  let expires: Int64
  /// The grant that the code was exchanged for; nil for an unused code.
  var grant: String?
}

/// Who authenticated, when and how.
struct OIDCAuthentication: Sendable {
  let subject: String
  /// The id of the browser's session; nil for a user of another device.
  let session: String?
  let at: Int64
  let level: OIDCAuthenticationContext
}
