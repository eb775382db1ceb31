import AuthCore

/// The response that contains the options for a registration (A27, A111).
struct PasskeyCreationOptions: Sendable {
  /// The ID to end the ceremony with; nil for a security key.
  let challengeID: String?
  let request: PasskeyCreationRequest

  init(_ json: JSONValue, of method: WebAuthnMethod, options: PasskeyOptions) throws(AuthError) {
    let given: JSONValue
    (challengeID, given) = try method.options(in: json)
    let party = try given.requiredObject("rp")
    let user = try given.requiredObject("user")
    let id = try party.requiredString("id")
    let name = try user.requiredString("name")
    guard let handle = method.userHandle.bytes(of: try user.requiredString("id")) else {
      throw AuthError(
        .malformedResponse,
        "The response's user.id must give a user handle of 1 to 64 bytes (in base64url, except for passkeys on Apple's "
          + "systems). Try again, or check the server's address.")
    }
    let algorithms = given["pubKeyCredParams"]?.arrayValue?.compactMap { $0["alg"]?.integerValue.map { Int($0) } } ?? []
    // The options for passkeys are used as in the vendor's SDKs for mobile systems, which read neither (A27).
    let selection = method == .securityKey ? given["authenticatorSelection"] : nil
    request = PasskeyCreationRequest(
      relyingPartyID: id, relyingPartyName: party["name"]?.stringValue ?? id, userHandle: handle, userName: name,
      displayName: user["displayName"]?.stringValue ?? name, challenge: try Self.challenge(given),
      algorithms: algorithms.isEmpty ? [-7] : algorithms,
      excludedCredentials: Self.credentials(given["excludeCredentials"]),
      userVerification: selection?["userVerification"]?.stringValue ?? "preferred", options: options,
      asksForSecurityKey: selection?["authenticatorAttachment"]?.stringValue == "cross-platform")
  }

  /// The challenge in the server's options, with at least the 16 bytes that WebAuthn Level 3 §13.4.3 recommends.
  ///
  /// - Throws: `malformed_response` for a missing or shorter challenge.
  static func challenge(_ options: JSONValue) throws(AuthError) -> [UInt8] {
    guard let challenge = Base64URL.decode(try options.requiredString("challenge")), challenge.count >= 16 else {
      throw AuthError(
        .malformedResponse,
        "The response's challenge must have at least 16 bytes in base64url. Try again, or check the server's address.")
    }
    return challenge
  }

  static func credentials(_ list: JSONValue?) -> [[UInt8]] {
    list?.arrayValue?.compactMap { $0["id"]?.stringValue.flatMap { Base64URL.decode($0) } } ?? []
  }
}
