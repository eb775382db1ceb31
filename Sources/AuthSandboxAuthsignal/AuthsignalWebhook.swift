import AuthCore
import AuthCrypto
import AuthSandboxKit

/// A webhook: a message to the app's backend (A89).
///
/// The sandbox itself does not send webhooks. `GET /authsignal/webhooks` lists them, each signed for the current time;
/// `AuthsignalWebhookDelivery` delivers them.
struct AuthsignalWebhook: Sendable {
  /// How many webhooks are kept. Beyond this, the oldest are dropped, half the limit at a time.
  static let limit = 1_000

  let sequence: Int64
  let body: String
  /// The id of the challenge that fails if the webhook is not accepted; nil if no challenge depends on the webhook.
  let challengeID: String?
  /// The status of the backend's response: 0 if there was no response, nil until the result was reported.
  var status: Int64?

  init(
    _ type: String, _ data: JSONObject, sequence: Int64, challengeID: String?, tenant: AuthsignalTenant,
    world: SandboxWorld
  ) {
    self.sequence = sequence
    self.challengeID = challengeID
    let event: JSONValue = [
      "version": 1, "id": .string(world.random.uuid()), "source": "https://authsignal.com",
      "time": .string(ISO8601.encode(world.now)), "tenantId": .string(tenant.id), "type": .string(type),
      "data": .object(data),
    ]
    body = event.serializedText
  }

  /// The webhook as it is sent. The signature covers the time of sending, which a backend requires to be recent.
  func json(tenant: AuthsignalTenant, world: SandboxWorld) -> JSONValue {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(world.unixTime).\(body)".utf8), using: SymmetricKey(data: Array(tenant.secretKey.utf8)))
    // The signature has no padding.
    let signature = "t=\(world.unixTime),v2=" + Base64.encode(Array(code)).prefix { $0 != "=" }
    var object: JSONObject = [
      "sequence": .integer(sequence), "headers": ["X-Signature-V2": .string(signature)], "body": .string(body),
    ]
    object["status"] = status.map { .integer($0) }
    return .object(object)
  }
}

extension AuthsignalVendor {
  /// `GET /authsignal/webhooks` lists the webhooks; with `?waiting=true`, those without a result. `POST` with
  /// `{"sequence","status"}` records the result of a webhook, and fails its challenge if the status is not 2xx.
  mutating func webhooks(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    switch request.method {
    case "GET":
      let isWaiting = request.queryValue("waiting") == "true"
      let shown = records.webhooks.filter { !isWaiting || $0.status == nil }
      return ["webhooks": .array(shown.map { $0.json(tenant: tenant, world: world) })]
    case "POST":
      guard let sequence = request.jsonObject?["sequence"]?.integerValue,
        let status = request.jsonObject?["status"]?.integerValue,
        let index = records.webhooks.firstIndex(where: { $0.sequence == sequence })
      else {
        throw .invalid(
          "sequence must be the number of a webhook that GET /authsignal/webhooks lists, and status a whole number. A "
            + "reset deletes the webhooks, and at most \(AuthsignalWebhook.limit) are kept.")
      }
      records.webhooks[index].status = status
      if !(200..<300).contains(status), let id = records.webhooks[index].challengeID { fail(challenge: id, world) }
      return ["sequence": .integer(sequence), "status": .integer(status)]
    default: throw .missingRoute
    }
  }

  /// Fails the challenge of a webhook that the backend did not accept: the webhook would have delivered the challenge's
  /// code or notification. A device's challenge that is decided already does not change.
  private mutating func fail(challenge id: String, _ world: SandboxWorld) {
    if let challenge = records.challenges.removeValue(forKey: id), let userID = challenge.userID {
      let key = AuthsignalAction.Key(
        userID: userID, code: challenge.action, idempotencyKey: challenge.idempotencyKey)
      records.actions[key]?.become(.challengeFailed, at: world.now, by: challenge.method)
    }
    if let challenge = records.deviceChallenges[id], challenge.isApproved == nil {
      settle(challenge, false, challenge.authenticatorID, world)
    }
  }

  /// Adds a webhook for the app's backend.
  mutating func notify(_ type: String, _ data: JSONObject, challengeID: String? = nil, world: SandboxWorld) {
    records.lastWebhook += 1
    records.webhooks.append(
      AuthsignalWebhook(
        type, data, sequence: records.lastWebhook, challengeID: challengeID, tenant: tenant, world: world))
    if records.webhooks.count > AuthsignalWebhook.limit { records.webhooks.removeFirst(AuthsignalWebhook.limit / 2) }
  }

  mutating func notify(
    _ type: String, of authenticator: AuthsignalAuthenticator, userID: String, world: SandboxWorld
  ) {
    notify(
      type,
      [
        "userId": .string(userID), "userAuthenticatorId": .string(authenticator.id),
        "verificationMethod": .string(authenticator.method.rawValue),
      ], world: world)
  }
}
