public import AuthCore
public import AuthTurnkeyAPI

/// The vendor's guide "Example: OTP login", as an app has it: the app's own backend sends the code, verifies it and
/// opens the session; the device makes the session's key and keeps it.
///
/// Views call `sendCode(to:)` and `logIn(_:code:)`; there is nothing else to a sign-in.
@MainActor
public struct OTPLogin {
  /// A code on its way.
  public struct Attempt: Sendable {
    /// Where it went.
    public let contact: String
    let otpID: String
  }

  private let context: TurnkeyContext
  private let backend: BackendAPI

  /// - Parameters:
  ///   - context: keeps keys and sessions; configured without `authProxyConfigId`.
  ///   - backend: the app's own.
  public init(context: TurnkeyContext, backend: BackendAPI) {
    self.context = context
    self.backend = backend
  }

  /// Has a code sent to an e-mail address or phone number.
  ///
  /// - Throws: what the backend refuses, `network`.
  public func sendCode(to contact: String) async throws(AuthError) -> Attempt {
    let type: JSONValue = contact.contains("@") ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS"
    let answer = try await backend.post("otp/init", ["otpType": type, "contact": .string(contact)])
    return Attempt(contact: contact, otpID: try BackendAPI.text("otpId", of: answer))
  }

  /// Signs in with the code, and up where nobody is known by the contact.
  ///
  /// - Throws: `invalid_code` for a wrong code, which leaves the attempt open; what the backend refuses.
  @discardableResult
  public func logIn(_ attempt: Attempt, code: String) async throws(AuthError) -> Session {
    let verified = try await backend.post("otp/verify", ["otpId": .string(attempt.otpID), "otpCode": .string(code)])
    let token = try BackendAPI.text("verificationToken", of: verified)
    if try await backend.organizations(of: attempt.contact).isEmpty { try await signUp(attempt.contact) }
    // The session's key is made here and never leaves.
    let publicKey = try await context.createKeyPair()
    let opened = try await backend.post(
      "otp-login", ["verificationToken": .string(token), "publicKey": .string(publicKey)])
    return try await context.storeSession(jwt: try BackendAPI.text("sessionToken", of: opened))
  }

  /// A root user needs one credential from the start: a key that runs out in a minute and that nobody keeps.
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
