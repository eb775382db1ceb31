import AuthCore

/// The response to an accepted passkey or security key (A34, A111).
struct VerifiedPasskey: Sendable {
  let token: ActionToken
  let authenticatorID: String?
  let userID: String?
  let userName: String?
  let displayName: String?

  init(_ json: JSONValue) throws(AuthError) {
    guard json["isVerified"]?.boolValue == true else {
      throw AuthError(
        .signatureInvalid, "The vendor did not accept the credential. Use another one, or another method.")
    }
    guard let token = ActionToken(try json.requiredSecret("accessToken")) else {
      throw AuthError(.malformedResponse, "The response's accessToken is not a JWT. Start again.")
    }
    self.token = token
    authenticatorID = json["userAuthenticatorId"]?.stringValue
    userID = json["userId"]?.stringValue
    userName = json["username"]?.stringValue
    displayName = json["userDisplayName"]?.stringValue
  }
}
