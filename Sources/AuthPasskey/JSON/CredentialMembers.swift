import AuthCore

/// The members that `RegistrationResponseJSON` and `AuthenticationResponseJSON` share (WebAuthn Level 3 §5.1). Binary
/// values must be base64url without padding.
struct CredentialMembers {
  let credentialID: [UInt8]
  let response: JSONValue

  /// Reads the members.
  ///
  /// - Throws: `malformed_response` naming the member.
  init(_ json: JSONValue) throws(AuthError) {
    guard json["type"]?.stringValue == "public-key" else { throw Self.malformed("type") }
    guard let text = json["rawId"]?.stringValue, let id = Base64URL.decode(text), (1...1023).contains(id.count) else {
      throw Self.malformed("rawId")
    }
    guard json["id"]?.stringValue == text else { throw Self.malformed("id") }
    guard let response = json["response"], response.objectValue != nil else { throw Self.malformed("response") }
    credentialID = id
    self.response = response
  }

  /// Returns the bytes of a required member of `response`.
  ///
  /// - Throws: `malformed_response` naming the member.
  func bytes(_ name: String) throws(AuthError) -> [UInt8] {
    guard let bytes = response[name]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
      throw Self.malformed("response." + name)
    }
    return bytes
  }

  /// Returns the bytes of an optional member of `response`; nil if the member is missing or null.
  ///
  /// - Throws: `malformed_response` naming the member.
  func optionalBytes(_ name: String) throws(AuthError) -> [UInt8]? {
    switch response[name] {
    case nil, .null?: return nil
    case _?: return try bytes(name)
    }
  }

  static func malformed(_ member: String) -> AuthError {
    AuthError(
      .malformedResponse,
      "The passkey's JSON has no valid member '\(member)'. Pass the JSON that PublicKeyCredential.toJSON() returns.")
  }

  /// Returns the JSON of a credential with its `response` and its extension results.
  static func json(_ credentialID: [UInt8], _ response: JSONObject, _ results: JSONObject) -> JSONValue {
    let id = Base64URL.encode(credentialID)
    return [
      "id": .string(id), "rawId": .string(id), "type": "public-key", "authenticatorAttachment": "platform",
      "response": .object(response), "clientExtensionResults": .object(results),
    ]
  }
}

extension PasskeyExtensionResults {
  /// The value of the member `clientExtensionResults`. The output values of `prf` are omitted, because they are secrets
  /// of the client that must not be sent to a server (WebAuthn Level 3 §10.1.4).
  var json: JSONObject {
    var object = JSONObject()
    if let isDiscoverable { object["credProps"] = ["rk": .bool(isDiscoverable)] }
    if let enabled = prf?.isEnabled { object["prf"] = ["enabled": .bool(enabled)] }
    return object
  }
}
