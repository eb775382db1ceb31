/// An authenticator that creates and uses WebAuthn credentials: that of the platform, or one in software.
public protocol PasskeyAuthenticator: Sendable {
  /// Whether a ceremony is possible here.
  func isAvailable() async -> Bool
  /// Creates a credential (WebAuthn Level 3 §5.1.3).
  ///
  /// - Throws: `cancelled`, `credential_excluded`, `unsupported`.
  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration
  /// Uses a credential (WebAuthn Level 3 §5.1.4).
  ///
  /// - Throws: `cancelled`, `no_credential`, `unsupported`.
  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion
  /// Whether the authenticator can suggest passkeys as autofill (`PasskeyOptions.mediation` `conditional`).
  func isAutofillAvailable() async -> Bool
  /// Ends a ceremony under way, which then throws `cancelled`.
  func cancel() async
  /// Processes a server's message about its credentials.
  ///
  /// - Throws: the error of the store that contains the credentials. The caller's own operation continues after it.
  func signal(_ signal: PasskeySignal) async throws(AuthError)
}

extension PasskeyAuthenticator {
  /// False by default.
  public func isAutofillAvailable() async -> Bool { false }

  /// Ignores the message by default.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) {}
}
