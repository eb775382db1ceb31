public import AuthCore
public import AuthTurnkeyAPI

/// The vendor's guide "Example: OTP login" in an app. The app's own backend sends the code, verifies it and opens the
/// session; the device generates and keeps the session's key.
///
/// Views call only `sendCode(to:)` and `logIn(_:code:)` for a sign-in.
@MainActor
public struct OTPLogin {
  /// A sign-in whose code was sent.
  public struct Attempt: Sendable {
    /// The e-mail address or phone number to which the code was sent.
    public let contact: String
    let otpID: String
  }

  private let context: TurnkeyContext
  private let backend: BackendAPI

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - context: keeps keys and sessions; configured without `authProxyConfigId`.
  ///   - backend: the app's own backend.
  public init(context: TurnkeyContext, backend: BackendAPI) {
    self.context = context
    self.backend = backend
  }

  /// Sends a code to an e-mail address or phone number.
  ///
  /// - Throws: the backend's errors, `malformed_response`, and the transport's errors.
  public func sendCode(to contact: String) async throws(AuthError) -> Attempt {
    let type: JSONValue = contact.contains("@") ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS"
    let answer = try await backend.post("otp/init", ["otpType": type, "contact": .string(contact)])
    return Attempt(contact: contact, otpID: try BackendAPI.text("otpId", of: answer))
  }

  /// Signs in with the code. If the contact is unknown, signs the user up first.
  ///
  /// - Throws: `invalid_code` for a wrong code, after which the user can enter another one; otherwise the errors of the
  ///   backend, the transport and the context.
  @discardableResult
  public func logIn(_ attempt: Attempt, code: String) async throws(AuthError) -> Session {
    let verified = try await backend.post("otp/verify", ["otpId": .string(attempt.otpID), "otpCode": .string(code)])
    let token = try BackendAPI.text("verificationToken", of: verified)
    if try await backend.organizations(of: attempt.contact).isEmpty { try await signUp(attempt.contact) }
    // The session's private key is generated on this device and never leaves it.
    let publicKey = try await context.createKeyPair()
    let opened = try await backend.post(
      "otp-login", ["verificationToken": .string(token), "publicKey": .string(publicKey)])
    return try await context.storeSession(jwt: try BackendAPI.text("sessionToken", of: opened))
  }

  /// Signs a user up. The sign-up has a key that expires after a minute: the login then registers the session's key.
  private func signUp(_ contact: String) async throws(AuthError) {
    let publicKey = try await context.createKeyPair()
    let name = contact.contains("@") ? "userEmail" : "userPhoneNumber"
    let key: JSONValue = [
      "apiKeyName": "sign-up", "publicKey": .string(publicKey), "curveType": "API_KEY_CURVE_P256",
      "expirationSeconds": "60",
    ]
    _ = try await backend.post(
      "signup",
      .object(
        JSONObject([
          (name, .string(contact)), ("apiKeys", [key]), ("authenticators", []), ("oauthProviders", []),
        ])))
  }
}
