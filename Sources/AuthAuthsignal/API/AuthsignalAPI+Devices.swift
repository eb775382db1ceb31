import AuthCore

/// The calls of push, QR code and in-app credentials (A37 to A53).
extension AuthsignalAPI {
  /// What the server knows of a key; `invalid_credential` when nothing.
  func deviceCredential(_ method: DeviceMethod, publicKey: String) async throws(AuthError) -> DeviceCredential {
    try DeviceCredential(try await call("GET", path(method), query: Self.query(publicKey), as: .tenant, in: .device))
  }

  /// Adds a key to the token's user.
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

  /// What the platform is to attest before a key is added; nil from a server that gives none.
  func attestationNonce(_ token: ActionToken) async throws(AuthError) -> String? {
    try await call("POST", "challenge", [:], as: .token(token), in: .challenge)["nonce"]?.stringValue
  }

  /// Removes a key; the signature is of the time bucket.
  func removeDeviceCredential(
    _ method: DeviceMethod, publicKey: String, signature: String
  ) async throws(AuthError) {
    let body: JSONValue = ["publicKey": .string(publicKey), "signature": .string(signature)]
    _ = try await call("POST", path(method) + "/remove", body, as: .tenant, in: .device)
  }

  /// What has to be signed to change a push credential.
  func pushUpdateMessage(publicKey: String) async throws(AuthError) -> (challengeID: String, message: String) {
    let answer = try await call("POST", path(.push) + "/sign", query: Self.query(publicKey), as: .tenant, in: .device)
    return (try answer.requiredString("challengeId"), try answer.requiredString("message"))
  }

  /// Changes a push credential's token, or makes its time begin anew.
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

  /// What has to be signed to see what waits; nil where the server wants nothing signed.
  func pushChallengeMessage(publicKey: String) async throws(AuthError) -> String? {
    try await call("POST", path(.push) + "/challenge/sign", query: Self.query(publicKey), as: .tenant, in: .device)[
      "message"]?.stringValue
  }

  /// What waits for this device; nil when nothing does. Without a signature it is asked for all the same (A42).
  func pushChallenge(publicKey: String, signature: String?) async throws(AuthError) -> PushChallenge? {
    var headers = HTTPHeaders()
    headers["X-Authsignal-Signature"] = signature
    return PushChallenge(
      try await call(
        "GET", path(.push) + "/challenge", query: Self.query(publicKey), as: .tenant, headers: headers, in: .device))
  }

  /// Decides a challenge. The signature is of its id alone: whether it was approved is not signed, which is the
  /// vendor's wire (A46).
  ///
  /// - Returns: whether the decision stands as an approval.
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
      throw AuthError(.approvalExpired, "The scanned challenge can no longer be claimed.")
    }
    return ClaimedChallenge(
      id: challengeID, action: answer["actionCode"]?.stringValue,
      idempotencyKey: answer["idempotencyKey"]?.stringValue, ipAddress: answer["ipAddress"]?.stringValue,
      userAgent: answer["userAgent"]?.stringValue, custom: Self.given(answer["custom"]),
      userCustom: Self.given(answer["user"]?["custom"]))
  }

  /// A value that is there: null says nothing.
  static func given(_ value: JSONValue?) -> JSONValue? { value.flatMap { $0.isNull ? nil : $0 } }

  /// A challenge without a user, bound to an action and to one of that name (A28); without an action it is for the token
  /// that ends it (A52).
  func anonymousChallenge(action: String?, idempotencyKey: String? = nil) async throws(AuthError) -> String {
    var body = JSONObject()
    body["action"] = action.map { .string($0) }
    body["idempotencyKey"] = idempotencyKey.map { .string($0) }
    return try await call("POST", "challenge", .object(body), as: .tenant, in: .challenge).requiredString("challengeId")
  }

  /// Proves an action with this device's own key: the token's, where there is one (A52).
  func verifyInApp(
    _ challengeID: String, publicKey: String, signature: String, _ token: ActionToken? = nil
  ) async throws(AuthError) -> (token: ActionToken, userID: String?, userName: String?) {
    let body: JSONValue = [
      "challengeId": .string(challengeID), "publicKey": .string(publicKey), "signature": .string(signature),
    ]
    let answer = try await call("POST", "verify/in-app", body, as: Caller(token), in: .device)
    // This one answer calls it `token` (A53).
    guard let token = ActionToken(try answer.requiredSecret("token")) else {
      throw AuthError(.malformedResponse, "The answer's token is no JWT.")
    }
    return (token, answer["userId"]?.stringValue, answer["username"]?.stringValue)
  }

  /// The vendor's SDKs send these two (A38). DESIGN A83: elsewhere the first is said.
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
