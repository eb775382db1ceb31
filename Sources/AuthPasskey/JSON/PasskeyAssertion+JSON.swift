public import AuthCore

extension PasskeyAssertion {
  /// The assertion in the format that browsers send (WebAuthn Level 3 §5.1, `AuthenticationResponseJSON`).
  public var json: JSONValue {
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
      "authenticatorData": .string(Base64URL.encode(authenticatorData)),
      "signature": .string(Base64URL.encode(signature)),
    ]
    if let userHandle { response["userHandle"] = .string(Base64URL.encode(userHandle)) }
    return CredentialMembers.json(credentialID, response, extensionResults.json)
  }

  /// Reads an assertion that a browser or an app sent. The results of extensions are ignored.
  ///
  /// - Parameter json: the `AuthenticationResponseJSON`.
  /// - Throws: `malformed_response` naming the member.
  public init(json: JSONValue) throws(AuthError) {
    let members = try CredentialMembers(json)
    self.init(
      credentialID: members.credentialID, clientDataJSON: try members.bytes("clientDataJSON"),
      authenticatorData: try members.bytes("authenticatorData"), signature: try members.bytes("signature"),
      userHandle: try members.optionalBytes("userHandle"))
  }
}
