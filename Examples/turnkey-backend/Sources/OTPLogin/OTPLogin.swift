public import AuthCore
public import AuthTurnkeyAPI

/// The vendor's guide "Example: OTP login" in an app: the app's own backend sends the code, verifies it and opens the
/// session; the device makes the session's key and keeps it.
///
/// Views call only `sendCode(to:)` and `logIn(_:code:)` for a sign-in.
@MainActor
public struct OTPLogin {
  /// A code that was sent.
  public struct Attempt: Sendable {
    /// Its destination.
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

  /// Sends a code to an e-mail address or phone number.
  ///
  /// - Throws: the backend's refusals, `network`.
  public func sendCode(to contact: String) async throws(AuthError) -> Attempt {
    let type: JSONValue = contact.contains("@") ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS"
    let answer = try await backend.post("otp/init", ["otpType": type, "contact": .string(contact)])
    return Attempt(contact: contact, otpID: try BackendAPI.text("otpId", of: answer))
  }

  /// Signs in with the code, or up if the contact is unknown.
  ///
  /// - Throws: `invalid_code` for a wrong code, which leaves the attempt open; the backend's refusals.
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

  /// A root user needs one credential from the start: a key that expires in a minute and is not kept.
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
