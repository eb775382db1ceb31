import AuthCore
import AuthCrypto
import AuthSandboxKit

extension HawcxVendor {
  /// `POST /backend/hawcx/exchange {"authCode","codeVerifier","identifier"?,"session"?}`: the app's backend exchanges
  /// the code at the token endpoint, verifies the ID token as every relying party must, and opens the app's session.
  mutating func backendExchange(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let body = request.jsonObject, let code = body["authCode"]?.stringValue,
      let verifier = body["codeVerifier"]?.stringValue
    else { return .refusal(400, "malformed_request", "authCode or codeVerifier is missing. Send both as strings.") }
    let issuer = world.baseURL + "/hawcx"
    let fields = [
      (name: "grant_type", value: "authorization_code"), (name: "code", value: code),
      (name: "code_verifier", value: verifier), (name: "client_id", value: project.clientID),
    ]
    let token: String
    do throws(HawcxTokenFailure) {
      token = try exchange(fields, issuer: issuer, world: world)["id_token"]?.stringValue ?? ""
    } catch {
      return .refusal(error.status == 500 ? 500 : 400, error.error, error.description)
    }
    do throws(AuthError) {
      let rules = JWTValidationRules.identityToken(issuer: issuer, clientID: project.clientID)
      let verified = try JWTVerifier(rules).verify(token, with: JWKSet(json: project.keySet), at: world.now)
      return open(verified, identifier: body["identifier"]?.stringValue, world: &world)
    } catch {
      return .refusal(
        401, "invalid_id_token",
        "The ID token of the sandbox's token endpoint was refused: \(error.code.rawValue). Report this to Latchkey's "
          + "maintainers.")
    }
  }

  /// `POST /backend/hawcx/step-up {"identifier","purpose","newPhoneNumber"?,"newMethod"?}` →
  /// `{"startToken","expiresIn"}`: the app's backend permits a flow that manages an account, as it would through the
  /// vendor's management API.
  func backendStartToken(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    let takesUserNames = world.hawcxPolicy.takesUserNames
    guard let body = request.jsonObject,
      let change = HawcxChange(
        purpose: body["purpose"]?.stringValue, method: body["newMethod"]?.stringValue,
        phone: body["newPhoneNumber"]?.stringValue),
      let address = body["identifier"]?.stringValue.flatMap({ HawcxAddress($0, takesUserNames: takesUserNames) })
    else {
      return .refusal(
        400, "malformed_request",
        "A member is missing or malformed. Send a user's address as identifier, and change_phone_number or "
          + "change_mfa_method as purpose; newPhoneNumber, if present, in E.164 format; newMethod, if present, as "
          + "sms_otp, email_otp or totp.")
    }
    do throws(AuthError) {
      return .json([
        "startToken": .string(try project.startToken(for: address, change: change, unixTime: world.unixTime)),
        "expiresIn": .integer(HawcxProject.startTokenLifetime),
      ])
    } catch {
      return .refusal(
        500, "server_error", "The sandbox could not sign the start token. Report this to Latchkey's maintainers.")
    }
  }

  /// `POST /backend/hawcx/step-up/finish {"receipt"}` → `{"ok","identifier"}`: the app's backend verifies that the
  /// user completed the step-up. A receipt is accepted once.
  mutating func backendFinish(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard let receipt = request.jsonObject?["receipt"]?.stringValue else {
      return .refusal(
        400, "malformed_request", "receipt is missing or is not a string. Send the receipt of the finished step-up.")
    }
    guard let identifier = takeReceipt(receipt, world: world) else {
      return .refusal(
        401, "invalid_receipt",
        "The receipt is malformed, was used before, or has expired. Complete the step-up again.")
    }
    return .json(["ok": true, "identifier": .string(identifier)])
  }

  private func open(_ token: VerifiedJWT, identifier: String?, world: inout SandboxWorld) -> SandboxResponse {
    let addresses = ["email", "phone_number", "preferred_username"].compactMap { token[$0]?.stringValue }
    if let identifier, !identifier.allSatisfy(\.isWhitespace) {
      // The app names the user who is to sign in. Without this check, the code of another user would open a session for
      // that user unnoticed.
      let wanted = HawcxAddress(identifier, takesUserNames: world.hawcxPolicy.takesUserNames)
      guard let wanted, addresses.contains(wanted.text) else {
        return .refusal(
          401, "identifier_mismatch",
          "The code belongs to a different user from the one in identifier. Sign in again as the user in identifier.")
      }
    }
    return .json(
      .object(
        world.issueAppSession(provider: name, subject: token.subject ?? "", identifier: identifier ?? addresses.first)))
  }
}
