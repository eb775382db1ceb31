import AuthCore

/// The calls for passkeys (A27 to A36) and security keys (A111). Binary values are encoded as base64url, as in browsers
/// (A31). Only the encoding of the user handle depends on the platform (`PasskeyUserHandle`).
extension AuthsignalAPI {
  func passkeyCreation(
    _ method: WebAuthnMethod, userName: String?, displayName: String?, options: PasskeyOptions,
    _ token: ActionToken
  ) async throws(AuthError) -> PasskeyCreationOptions {
    var body = JSONObject()
    // The registration of a security key has an empty body (A111).
    if method == .passkey {
      body["username"] = userName.map { .string($0) }
      body["displayName"] = displayName.map { .string($0) }
    }
    return try PasskeyCreationOptions(
      try await call(
        "POST", "user-authenticators/\(method.segment)/registration-options", .object(body), as: .token(token),
        in: .device), of: method, options: options)
  }

  /// Adds a passkey or security key for the token's user.
  ///
  /// - Parameter isConditional: whether the passkey was created automatically, without the user's presence (A109).
  func addPasskey(
    _ method: WebAuthnMethod, _ registration: PasskeyRegistration, challengeID: String?, deviceID: String?,
    isConditional: Bool = false, _ token: ActionToken
  ) async throws(AuthError) -> VerifiedPasskey {
    let id = JSONValue.string(Base64URL.encode(registration.credentialID))
    var body = method.body(
      "registrationCredential",
      [
        "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": [:],
        "response": [
          "attestationObject": .string(Base64URL.encode(registration.attestationObject)),
          "clientDataJSON": .string(Base64URL.encode(registration.clientDataJSON)),
          "transports": .array(registration.transports.map { .string($0) }),
        ],
      ], challengeID: challengeID, deviceID: deviceID)
    if isConditional { body["conditionalCreate"] = true }
    return try VerifiedPasskey(
      try await call(
        "POST", "user-authenticators/" + method.segment, .object(body), as: .token(token), in: .device))
  }

  func passkeyRequest(
    _ method: WebAuthnMethod, challengeID: String?, options: PasskeyOptions, as caller: Caller
  ) async throws(AuthError) -> PasskeyRequestOptions {
    var body = JSONObject()
    body["challengeId"] = challengeID.map { .string($0) }
    return try PasskeyRequestOptions(
      try await call(
        "POST", "user-authenticators/\(method.segment)/authentication-options", .object(body), as: caller,
        in: .challenge), of: method, options: options)
  }

  func verifyPasskey(
    _ method: WebAuthnMethod, _ assertion: PasskeyAssertion, challengeID: String?, deviceID: String?,
    as caller: Caller
  ) async throws(AuthError) -> VerifiedPasskey {
    let id = JSONValue.string(Base64URL.encode(assertion.credentialID))
    var response: JSONObject = [
      "authenticatorData": .string(Base64URL.encode(assertion.authenticatorData)),
      "clientDataJSON": .string(Base64URL.encode(assertion.clientDataJSON)),
      "signature": .string(Base64URL.encode(assertion.signature)),
    ]
    response["userHandle"] = assertion.userHandle.map { .string(method.userHandle.wireText(of: $0)) }
    let body = method.body(
      "authenticationCredential",
      ["id": id, "rawId": id, "type": "public-key", "clientExtensionResults": [:], "response": .object(response)],
      challengeID: challengeID, deviceID: deviceID)
    return try VerifiedPasskey(
      try await call("POST", "verify/" + method.segment, .object(body), as: caller, in: .verify))
  }

  /// Whether the server still has a passkey (A36).
  func hasPasskey(_ credentialID: [UInt8]) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      _ = try await call(
        "GET", "user-authenticators/passkey", query: ("credentialId", Base64URL.encode(credentialID)), as: .tenant,
        in: .device)
      return true
    } catch where error.code == .noCredential {
      return false
    }
  }
}
