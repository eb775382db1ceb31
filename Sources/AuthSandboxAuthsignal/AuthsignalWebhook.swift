import AuthCore
import AuthCrypto
import AuthSandboxKit

/// One message to the app's backend (A89).
///
/// The sandbox itself makes no calls. `GET /authsignal/webhooks` lists the webhooks, signed as of now;
/// `AuthsignalWebhookCourier` delivers them.
struct AuthsignalWebhook: Sendable {
  /// How many are kept.
  static let limit = 1_000

  let sequence: Int64
  let body: String
  /// The challenge that fails when this cannot be delivered.
  let challengeID: String?
  /// The backend's status, 0 without a response; nil while it waits.
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

  /// The webhook as it is sent: the signature covers the time of sending, which a backend requires to be recent.
  func json(tenant: AuthsignalTenant, world: SandboxWorld) -> JSONValue {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(world.unixTime).\(body)".utf8), using: SymmetricKey(data: Array(tenant.secretKey.utf8)))
    // The padding is stripped.
    let signature = "t=\(world.unixTime),v2=" + Base64.encode(Array(code)).prefix { $0 != "=" }
    var object: JSONObject = [
      "sequence": .integer(sequence), "headers": ["X-Signature-V2": .string(signature)], "body": .string(body),
    ]
    object["status"] = status.map { .integer($0) }
    return .object(object)
  }
}

extension AuthsignalVendor {
  /// `GET /authsignal/webhooks[?waiting=true]`, and `POST {"sequence","status"}` with the result of one.
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
      else { throw .invalid("sequence and status are needed, of a webhook that there is.") }
      records.webhooks[index].status = status
      if !(200..<300).contains(status), let id = records.webhooks[index].challengeID { fail(challenge: id, world) }
      return ["sequence": .integer(sequence), "status": .integer(status)]
    default: throw .missingRoute
    }
  }

  /// A challenge webhook delivers the code: when the backend does not accept it, its challenge fails.
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

  /// Tells the app's backend.
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
