import AuthCore

/// The permitted use of a verification token, signed by the key that the token names (T77).
struct ClientSignature: Sendable {
  /// The signed text. It is JSON, which the server parses.
  let message: String
  /// The public key: a compressed P-256 point.
  let publicKey: [UInt8]
  /// 64 bytes: r, then s.
  let signature: [UInt8]

  /// The form in requests.
  var json: JSONValue {
    [
      "publicKey": .string(Hex.encode(publicKey)), "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
      "message": .string(message), "signature": .string(Hex.encode(signature)),
    ]
  }

  /// The message that lets `publicKey` log in.
  static func loginMessage(tokenID: String, publicKey: [UInt8]) -> String {
    let usage: JSONValue = [
      "login": ["publicKey": .string(Hex.encode(publicKey))], "tokenId": .string(tokenID), "type": "USAGE_TYPE_LOGIN",
    ]
    return usage.serializedText
  }

  /// The message that lets a contact sign up with exactly these credentials, by default without any.
  static func signUpMessage(tokenID: String, contact: Contact, credentials: SignUpCredentials = .init()) -> String {
    var details: JSONObject = [
      "apiKeys": .array(credentials.apiKeys), "authenticators": .array(credentials.authenticators),
      "oauthProviders": .array(credentials.oauthProviders),
    ]
    details[contact.kind == .email ? "email" : "phoneNumber"] = .string(contact.value)
    let usage: JSONValue = [
      "signupV2": .object(details), "tokenId": .string(tokenID), "type": "USAGE_TYPE_SIGNUP",
    ]
    return usage.serializedText
  }
}
