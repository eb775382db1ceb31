/// An authenticator that creates and uses WebAuthn credentials: the platform authenticator, or one in software.
public protocol PasskeyAuthenticator: Sendable {
  /// Returns whether a ceremony is possible with this authenticator.
  func isAvailable() async -> Bool
  /// Creates a credential (WebAuthn Level 3 §5.1.3).
  ///
  /// - Throws: `invalid_request` for a request that WebAuthn forbids; `credential_excluded` if the authenticator has
  ///   one of the excluded credentials; `unsupported` for an option that the authenticator does not support;
  ///   `cancelled`; or the authenticator's error.
  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration
  /// Uses a credential (WebAuthn Level 3 §5.1.4).
  ///
  /// - Throws: `invalid_request` for a request that WebAuthn forbids; `no_credential` if no credential matches;
  ///   `unsupported` for an option that the authenticator does not support; `cancelled`; or the authenticator's error.
  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion
  /// Returns whether the authenticator can suggest passkeys as autofill (`PasskeyOptions.Mediation.conditional`).
  func isAutofillAvailable() async -> Bool
  /// Ends every ceremony under way. Each of these ceremonies throws `cancelled`.
  func cancel() async
  /// Processes a server's message about its credentials.
  ///
  /// - Throws: the error of the store that contains the credentials. The message is a hint, so the caller ignores the
  ///   error and continues with its sign-in.
  func signal(_ signal: PasskeySignal) async throws(AuthError)
}

extension PasskeyAuthenticator {
  /// Returns false: by default, an authenticator suggests no passkeys.
  public func isAutofillAvailable() async -> Bool { false }

  /// Does nothing: by default, an authenticator ignores the messages of servers.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) {}
}
