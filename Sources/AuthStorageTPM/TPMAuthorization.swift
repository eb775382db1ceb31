public import AuthCore

/// A prompt for the authorisation value (PIN, password) of a key whose policy requires such a value.
public protocol TPMAuthorization: Sendable {
  /// Asks the user for the value. Returns nil when the user declines.
  ///
  /// - Throws: any error of the prompt.
  func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret?
}
