/// Creates and uses WebAuthn credentials: the platform's, or one in software.
public protocol PasskeyAuthenticator: Sendable {
  /// Whether a ceremony can be held here at all.
  func isAvailable() async -> Bool
  /// Makes a credential (WebAuthn Level 3 §5.1.3).
  ///
  /// - Throws: `cancelled`, `credential_excluded`, `unsupported`.
  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration
  /// Uses a credential (WebAuthn Level 3 §5.1.4).
  ///
  /// - Throws: `cancelled`, `no_credential`, `unsupported`.
  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion
  /// Whether it can suggest passkeys as autofill (`PasskeyOptions.mediation` `conditional`).
  func isAutofillAvailable() async -> Bool
  /// Ends a ceremony that is under way; it throws `cancelled`.
  func cancel() async
  /// Takes in what a server says about credentials.
  ///
  /// - Throws: a storage code; what goes on around it goes on all the same.
  func signal(_ signal: PasskeySignal) async throws(AuthError)
}

extension PasskeyAuthenticator {
  /// It cannot, unless it says so.
  public func isAutofillAvailable() async -> Bool { false }

  /// It lets what servers say pass, unless it says otherwise.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) {}
}
