import AuthCore
import AuthCrypto

/// One message to the app's backend, signed as the vendor signs it (§5).
///
/// DESIGN: the sandbox calls nobody; `GET /authsignal/webhooks` shows what would have been sent, and a test hands it to
/// its backend. The page's synchronous calls, whose failure fails a challenge, are therefore not played.
struct AuthsignalWebhook: Sendable {
  /// How many are kept.
  static let limit = 1_000

  let body: String
  let signature: String

  init(_ type: String, _ data: JSONObject, tenant: AuthsignalTenant, world: SandboxWorld) {
    let event: JSONValue = [
      "version": 1, "id": .string(world.random.uuid()), "source": "https://authsignal.com",
      "time": .string(ISO8601.encode(world.now)), "tenantId": .string(tenant.id), "type": .string(type),
      "data": .object(data),
    ]
    body = event.serializedText
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(world.unixTime).\(body)".utf8), using: SymmetricKey(data: Array(tenant.webhookSecret.utf8)))
    // The padding is stripped.
    signature = "t=\(world.unixTime),v2=" + Base64.encode(Array(code)).prefix { $0 != "=" }
  }

  var json: JSONValue { ["headers": ["X-Signature-V2": .string(signature)], "body": .string(body)] }
}

extension AuthsignalVendor {
  /// Tells the app's backend.
  mutating func notify(_ type: String, _ data: JSONObject, world: SandboxWorld) {
    records.webhooks.append(AuthsignalWebhook(type, data, tenant: tenant, world: world))
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
