public import AuthCore

/// Asks the person for the authorisation value (PIN, password) of a key whose policy asks for one.
public protocol TPMAuthorization: Sendable {
  /// The value; nil when the person declines.
  ///
  /// - Throws: an error of the one who asks.
  func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret?
}
