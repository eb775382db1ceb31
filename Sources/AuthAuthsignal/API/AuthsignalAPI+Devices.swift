import AuthCore

/// The calls of push, QR code and in-app credentials (A37 to A53).
extension AuthsignalAPI {
  /// The server's data about a key.
  ///
  /// - Throws: `no_credential` if the server has no such key; the other errors of the request.
  func deviceCredential(_ method: DeviceMethod, publicKey: String) async throws(AuthError) -> DeviceCredential {
    try DeviceCredential(try await call("GET", path(method), query: Self.query(publicKey), as: .tenant, in: .device))
  }

  /// Adds a key for the token's user.
  func addDeviceCredential(
    _ method: DeviceMethod, publicKey: String, deviceName: String, pushToken: Secret?, attestation: AppAttestation?,
    _ token: ActionToken
  ) async throws(AuthError) -> DeviceCredential {
    var body: JSONObject = [
      "publicKey": .string(publicKey), "deviceName": .string(deviceName), "devicePlatform": .string(Self.platform),
    ]
    if method == .push { body["pushToken"] = pushToken.map { .string($0.revealText()) } }
    body["performAttestation"] = attestation?.json
    return try DeviceCredential(try await call("POST", path(method), .object(body), as: .token(token), in: .device))
  }

  /// The nonce that the platform attests before a key is added; nil if the server sends none.
  func attestationNonce(_ token: ActionToken) async throws(AuthError) -> String? {
    try await call("POST", "challenge", [:], as: .token(token), in: .challenge)["nonce"]?.stringValue
  }

  /// Removes a key. The signature is over the number of the current ten-minute period (`DeviceKeyFormat.timeBucket`).
  func removeDeviceCredential(
    _ method: DeviceMethod, publicKey: String, signature: String
  ) async throws(AuthError) {
    let body: JSONValue = ["publicKey": .string(publicKey), "signature": .string(signature)]
    _ = try await call("POST", path(method) + "/remove", body, as: .tenant, in: .device)
  }

  /// The message to sign in order to change a push credential.
  func pushUpdateMessage(publicKey: String) async throws(AuthError) -> (challengeID: String, message: String) {
    let answer = try await call("POST", path(.push) + "/sign", query: Self.query(publicKey), as: .tenant, in: .device)
    return (try answer.requiredIdentifier("challengeId"), try answer.requiredString("message"))
  }

  /// Changes a push credential's token, or restarts its lifetime.
  func updatePushCredential(
    challengeID: String, publicKey: String, signature: String, pushToken: Secret?, resetsExpiry: Bool
  ) async throws(AuthError) -> DeviceCredential {
    var body: JSONObject = [
      "challengeId": .string(challengeID), "publicKey": .string(publicKey), "signature": .string(signature),
    ]
    body["pushToken"] = pushToken.map { .string($0.revealText()) }
    if resetsExpiry { body["resetExpiry"] = true }
    return try DeviceCredential(try await call("PATCH", path(.push), .object(body), as: .tenant, in: .device))
  }

  /// The message to sign in order to receive waiting challenges; nil if the server requires no signature.
  func pushChallengeMessage(publicKey: String) async throws(AuthError) -> String? {
    try await call("POST", path(.push) + "/challenge/sign", query: Self.query(publicKey), as: .tenant, in: .device)[
      "message"]?.stringValue
  }

  /// The challenge that waits for this device; nil if no challenge waits. If `signature` is nil, the request is sent
  /// without a signature, as in the vendor's SDKs (A42).
  func pushChallenge(publicKey: String, signature: String?) async throws(AuthError) -> PushChallenge? {
    var headers = HTTPHeaders()
    headers["X-Authsignal-Signature"] = signature
    return PushChallenge(
      try await call(
        "GET", path(.push) + "/challenge", query: Self.query(publicKey), as: .tenant, headers: headers, in: .device))
  }

  /// Decides a challenge. The signature covers only the ID of the challenge. The vendor's wire format does not sign the
  /// decision (A46).
  ///
  /// - Returns: whether the server reports the challenge as verified.
  func decide(
    _ method: DeviceMethod, _ challengeID: String, isApproved: Bool, number: String?, publicKey: String,
    signature: String
  ) async throws(AuthError) -> Bool {
    var body: JSONObject = [
      "challengeId": .string(challengeID), "publicKey": .string(publicKey), "approved": .bool(isApproved),
      "signature": .string(signature),
    ]
    body["verificationCode"] = number.map { .string($0) }
    let answer = try await call("POST", path(method) + "/challenge", .object(body), as: .tenant, in: .decide)
    return answer["isVerified"]?.boolValue ?? false
  }

  /// Claims a scanned challenge for this device.
  func claim(_ challengeID: String, publicKey: String, signature: String) async throws(AuthError) -> ClaimedChallenge {
    let body: JSONValue = [
      "challengeId": .string(challengeID), "publicKey": .string(publicKey), "signature": .string(signature),
    ]
    let answer = try await call("POST", path(.qrCode) + "/challenge/claim", body, as: .tenant, in: .decide)
    guard answer["success"]?.boolValue == true else {
      throw AuthError(
        .approvalExpired,
        "The server refused to let this device claim the scanned challenge, which was claimed before or has expired. "
          + "Scan a new QR code.")
    }
    return ClaimedChallenge(
      id: challengeID, action: answer["actionCode"]?.stringValue,
      idempotencyKey: answer["idempotencyKey"]?.stringValue, ipAddress: answer["ipAddress"]?.stringValue,
      userAgent: answer["userAgent"]?.stringValue, custom: Self.given(answer["custom"]),
      userCustom: Self.given(answer["user"]?["custom"]))
  }

  /// The value; nil if it is absent or null.
  static func given(_ value: JSONValue?) -> JSONValue? { value.flatMap { $0.isNull ? nil : $0 } }

  /// Creates a challenge without a user, bound to an action and to one request of that action (A28). A challenge
  /// without an action belongs to the token with which the challenge is completed (A52).
  func anonymousChallenge(action: String?, idempotencyKey: String? = nil) async throws(AuthError) -> String {
    var body = JSONObject()
    body["action"] = action.map { .string($0) }
    body["idempotencyKey"] = idempotencyKey.map { .string($0) }
    let answer = try await call("POST", "challenge", .object(body), as: .tenant, in: .challenge)
    return try answer.requiredIdentifier("challengeId")
  }

  /// Proves an action with this device's own key. If there is a token, the action is the token's (A52).
  func verifyInApp(
    _ challengeID: String, publicKey: String, signature: String, _ token: ActionToken? = nil
  ) async throws(AuthError) -> (token: ActionToken, userID: String?, userName: String?) {
    let body: JSONValue = [
      "challengeId": .string(challengeID), "publicKey": .string(publicKey), "signature": .string(signature),
    ]
    let answer = try await call("POST", "verify/in-app", body, as: Caller(token), in: .device)
    // This response names the token `token` (A53), and most others name it `accessToken`.
    guard let token = ActionToken(try answer.requiredSecret("token")) else {
      throw AuthError(.malformedResponse, "The response's token is not a JWT. Start again.")
    }
    return (token, answer["userId"]?.stringValue, answer["username"]?.stringValue)
  }

  /// The platform, one of the two values that the vendor's SDKs send (A38). DESIGN A83: other systems send `ios`.
  private static var platform: String {
    #if os(Android)
      "android"
    #else
      "ios"
    #endif
  }

  private static func query(_ publicKey: String) -> (name: String, value: String) {
    ("publicKey", DeviceKeyFormat.queryValue(publicKey))
  }

  private func path(_ method: DeviceMethod) -> String { "user-authenticators/" + method.segment }
}
