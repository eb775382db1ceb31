public import AuthCore

/// Asks the user for the authorisation value (PIN, password) of a key whose policy requires one.
public protocol TPMAuthorization: Sendable {
  /// The value; nil when the user declines.
  ///
  /// - Throws: any error of the prompt.
  func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret?
}
