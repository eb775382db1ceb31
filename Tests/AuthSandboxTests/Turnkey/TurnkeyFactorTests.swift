import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

/// Further factors: who may query the status of an activity, and who may approve it.
@Suite struct TurnkeyFactorTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  @Test("T37: a pending login by an attested stamp is queried in the organisation that it named")
  func queriesAnAttestedLoginInTheParent() throws {
    let user = try caller.signedIn("jane@example.com")
    let key = P256.Signing.PrivateKey()
    let token = try caller.verificationToken("jane@example.com", key: key)
    caller.policy(["activities": "authenticators"])
    let login = try attested(
      "submit/stamp_login", key, token,
      [
        "type": "ACTIVITY_TYPE_STAMP_LOGIN", "timestampMs": .string(String(try caller.now() * 1000)),
        "parameters": ["publicKey": .string(TurnkeyCaller.hex(P256.Signing.PrivateKey()))],
      ])
    let id = try #require(login.json["activity"]?["id"])
    #expect(login.json["activity"]?["organizationId"] == .string(user.organization))
    let statuses = try attested("query/get_mfa_status", key, token, ["activityId": id]).json["mfaStatuses"]
    #expect(statuses?.arrayValue?.first?["userId"] == .string(user.user))
    let waiting = try attested("query/get_activity", key, token, ["activityId": id])
    #expect(waiting.json["activity"]?["status"] == "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED")
    #expect(caller.sandbox.post("/sandbox/approve", ["challengeId": id, "decision": "approve"]).status == 200)
    #expect(try attested("query/get_activity", key, token, ["activityId": id]).result?["session"] != nil)
    // Other queries in the parent are refused, and the parent's own key does not find the user's activity there.
    #expect(
      try attested("query/get_user", key, token, ["userId": .string(user.user)]).turnkeyCode == "PUBLIC_KEY_NOT_FOUND")
    let parents: JSONValue = ["organizationId": .string(caller.organization), "activityId": id]
    #expect(try caller.call("query/get_activity", parents, key: caller.rootKey()).status == 404)
  }

  @Test("T37: a further factor is another credential of the user whose activity waits")
  func furtherFactorIsAnotherCredentialOfTheUser() throws {
    let user = try caller.signedIn("jane@example.com")
    let passkey = TurnkeyPasskey()
    let other = P256.Signing.PrivateKey()
    let added = try caller.submit(
      "create_authenticators", type: "CREATE_AUTHENTICATORS_V2",
      ["userId": .string(user.user), "authenticators": [passkey.registration()]], key: user.key,
      organization: user.organization)
    #expect(added.status == 200)
    let made = try caller.submit(
      "create_users", type: "CREATE_USERS_V4",
      [
        "users": [
          [
            "userName": "other", "authenticators": [], "oauthProviders": [], "userTags": [],
            "apiKeys": [
              [
                "apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(other)), "curveType": "API_KEY_CURVE_P256",
              ]
            ],
          ]
        ]
      ], key: user.key, organization: user.organization)
    let otherID = try #require(made.result?["userIds"]?.arrayValue?.first)
    let quorum = try caller.submit(
      "update_root_quorum", type: "UPDATE_ROOT_QUORUM",
      ["threshold": 1, "userIds": [.string(user.user), otherID]], key: user.key, organization: user.organization)
    #expect(quorum.status == 200)
    caller.policy(["activities": "authenticators"])
    let waiting = try caller.submit(
      "update_user_name", type: "UPDATE_USER_NAME", ["userId": .string(user.user), "userName": "n"], key: user.key,
      organization: user.organization)
    let fingerprint = try #require(waiting.json["activity"]?["fingerprint"])
    func approve(_ key: P256.Signing.PrivateKey) throws -> SandboxResponse {
      try caller.submit(
        "approve_activity", type: "APPROVE_ACTIVITY", ["fingerprint": fingerprint], key: key,
        organization: user.organization)
    }
    #expect(try approve(user.key).status == 400)
    #expect(try approve(other).status == 400)
    let body: JSONValue = [
      "type": "ACTIVITY_TYPE_APPROVE_ACTIVITY", "timestampMs": .string(String(try caller.now() * 1000)),
      "organizationId": .string(user.organization), "parameters": ["fingerprint": fingerprint],
    ]
    let approved = caller.sandbox.post(
      "/turnkey/public/v1/submit/approve_activity", body,
      headers: ["X-Stamp-WebAuthn": try passkey.stamp(body.serialized)])
    #expect(approved.json["activity"]?["status"] == "ACTIVITY_STATUS_COMPLETED")
  }

  /// Sends a request that names the parent organisation, with a stamp whose key a verification token attests.
  private func attested(
    _ path: String, _ key: P256.Signing.PrivateKey, _ token: String, _ fields: JSONObject
  ) throws -> SandboxResponse {
    var object = fields
    object["organizationId"] = .string(caller.organization)
    let body = JSONValue.object(object)
    let stamp: JSONValue = [
      "publicKeyAttestation": .string(token), "scheme": "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN",
      "publicKey": .string(TurnkeyCaller.hex(key)),
      "signature": .string(Hex.encode(try key.signature(for: body.serialized).derRepresentation)),
    ]
    return caller.sandbox.post(
      "/turnkey/public/v1/" + path, body, headers: ["X-Stamp-Attested": Base64URL.encode(stamp.serialized)])
  }
}
