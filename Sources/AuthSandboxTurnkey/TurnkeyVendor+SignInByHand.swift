import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension TurnkeyVendor {
  /// A sign-in by hand with a code by e-mail: through the auth proxy, with a sign-up if no user has the address, and
  /// then a request that the session's key stamps.
  package func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? {
    guard let address = progress.inputs["address"] else { return .addressForm }
    do {
      return try step(address, TurnkeyManualClient(seed: progress.seed, configID: proxyConfigID), progress)
    } catch {
      return .failed("The page could not make a key, an encrypted code or a signature. Start again.")
    }
  }

  private func step(
    _ address: String, _ client: TurnkeyManualClient, _ progress: SandboxSignInProgress
  ) throws -> SandboxSignInStep {
    let email: JSONValue = .string(address)
    guard let begun = progress["otp_init"] else {
      return client.send("otp_init", "otp_init_v2", ["otpType": "OTP_TYPE_EMAIL", "contact": email])
    }
    guard let code = progress.inputs["code"] else { return .codeForm(sentTo: address) }
    guard let verified = progress["otp_verify"] else {
      let bundle = try client.sealed(code, for: begun["otpEncryptionTargetBundle"]?.stringValue ?? "")
      return client.send(
        "otp_verify", "otp_verify_v2", ["otpId": begun["otpId"] ?? "", "encryptedOtpBundle": .string(bundle)])
    }
    let token = verified["verificationToken"]?.stringValue ?? ""
    guard let account = progress["account"] else {
      return client.send(
        "account", "account", ["filterType": "EMAIL", "filterValue": email, "verificationToken": .string(token)])
    }
    if account["organizationId"] == nil, progress["signup"] == nil {
      let keys: JSONValue = [
        ["apiKeyName": "console", "publicKey": .string(client.publicHex), "curveType": "API_KEY_CURVE_P256"]
      ]
      let signature = try client.signature(
        for: token, usage: .signup, ("signupV2", ["apiKeys": keys, "email": email]))
      return client.send(
        "signup", "signup_v2",
        [
          "userEmail": email, "apiKeys": keys, "authenticators": [], "oauthProviders": [],
          "verificationToken": .string(token), "clientSignature": signature,
        ])
    }
    guard let login = progress["otp_login"] else {
      let key = JSONValue.string(client.sessionHex)
      return client.send(
        "otp_login", "otp_login_v2",
        [
          "verificationToken": .string(token), "publicKey": key,
          "clientSignature": try client.signature(for: token, usage: .login, ("login", ["publicKey": key])),
        ])
    }
    guard let user = progress["whoami"] else {
      let claims = enclaves.sessionClaims(of: login["session"]?.stringValue ?? "")
      return try client.stamped("whoami", "/turnkey/public/v1/query/whoami", claims?["organization_id"] ?? "")
    }
    return .finished("Signed in as \(user["username"]?.stringValue ?? user["userId"]?.stringValue ?? address).")
  }
}
