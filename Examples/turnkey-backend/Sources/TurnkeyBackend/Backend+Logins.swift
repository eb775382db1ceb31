import AuthCore
import AuthCrypto
import AuthTurnkeyAPI
import BackendServer

extension Backend {
  /// `POST /otp-login`: a session for the user who has received a code.
  func logInByCode(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    let token = try fields.text("verificationToken")
    var parameters: JSONObject = [
      "verificationToken": .string(token), "publicKey": .string(try fields.text("publicKey")),
    ]
    var type = "ACTIVITY_TYPE_OTP_LOGIN"
    if let signature = fields.object["clientSignature"], !signature.isNull {
      parameters["clientSignature"] = signature
      type = "ACTIVITY_TYPE_OTP_LOGIN_V2"
    }
    let organization = try await organization(fields, filter: try Self.contact(of: token))
    let result: JSONValue = try await client.naming(organizationID: organization)
      .submit("otp_login", type: type, parameters, result: "otpLoginResult")
    return ["sessionToken": .string(try Self.session(result))]
  }

  /// `POST /oauth-login`: a session for the user of an identity provider's token.
  func logInByIdentity(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    let token = try fields.text("oidcToken")
    let publicKey = try fields.text("publicKey")
    let organization = try await organization(fields, filter: .identityToken(Secret(token)))
    let result: JSONValue = try await client.naming(organizationID: organization)
      .submit("oauth_login", ["oidcToken": .string(token), "publicKey": .string(publicKey)])
    return ["sessionToken": .string(try Self.session(result))]
  }

  /// `POST /signup`: a sub-organisation with one root user.
  func signUp(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    let email = fields.optionalText("userEmail")
    let phone = fields.optionalText("userPhoneNumber")
    guard let name = email ?? phone else {
      throw AuthError(.invalidRequest, "Send 'userEmail' or 'userPhoneNumber'.")
    }
    var user: JSONObject = [
      "userName": .string(name), "apiKeys": try fields.array("apiKeys"),
      "authenticators": try fields.array("authenticators"), "oauthProviders": try fields.array("oauthProviders"),
    ]
    user["userEmail"] = email.map { .string($0) }
    user["userPhoneNumber"] = phone.map { .string($0) }
    let result: JSONValue = try await client.submit(
      "create_sub_organization", type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8",
      [
        "subOrganizationName": .string("Sub Org - " + ISO8601.encode(clock.now())), "rootQuorumThreshold": 1,
        "rootUsers": [.object(user)],
      ], result: "createSubOrganizationResultV8")
    guard let id = result["subOrganizationId"]?.stringValue else { throw Self.malformed }
    return ["subOrganizationId": .string(id)]
  }

  /// Returns the sub-organisation that `organizationId` names. Without this member, returns the first sub-organisation
  /// that the filter finds.
  ///
  /// - Throws: `user_not_found` if the filter finds none.
  private func organization(
    _ fields: BackendFields, filter: SubOrganizationFilter
  ) async throws(AuthError) -> String {
    if let named = fields.optionalText("organizationId") { return named }
    guard let found = try await client.subOrganizations(filter).first else {
      throw AuthError(.userNotFound, "No user has signed up with this contact or identity. Call /signup first.")
    }
    return found
  }

  /// Returns the contact of a verification token. The contact is used only to look the user up; the vendor verifies the
  /// token.
  private static func contact(of token: String) throws(AuthError) -> SubOrganizationFilter {
    let claims: JSONValue
    do {
      claims = try JSONValue(parsing: JWS(compact: token).payload)
    } catch {
      throw AuthError(.invalidToken, "'verificationToken' is not a JWT. Send the token of /otp/verify.")
    }
    guard let contact = claims["contact"]?.stringValue, let type = claims["verification_type"]?.stringValue else {
      throw AuthError(.invalidToken, "'verificationToken' names no contact. Send the token of /otp/verify.")
    }
    return type == "OTP_TYPE_EMAIL" ? .email(contact) : .phoneNumber(contact)
  }

  private static func session(_ result: JSONValue) throws(AuthError) -> String {
    guard let session = result["session"]?.stringValue else { throw malformed }
    return session
  }

  private static var malformed: AuthError {
    AuthError(
      .malformedResponse,
      "The vendor's response contains no session or organisation. Check TURNKEY_API_URL, and try again.")
  }
}
