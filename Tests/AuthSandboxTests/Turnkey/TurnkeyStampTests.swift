import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// Accepted and refused stamps.
@Suite struct TurnkeyStampTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  private func whoAmI(_ headers: HTTPHeaders, body: String? = nil) -> SandboxResponse {
    let text = body ?? "{\"organizationId\":\"\(caller.organization)\"}"
    return caller.sandbox.handle(
      SandboxRequest("POST", "/turnkey/public/v1/query/whoami", headers: headers, body: Array(text.utf8)))
  }

  private var body: [UInt8] { Array("{\"organizationId\":\"\(caller.organization)\"}".utf8) }

  @Test func theDescriptorsKeyIsTheParentsRoot() throws {
    let answer = try caller.whoAmI(caller.rootKey())
    #expect(answer.status == 200)
    #expect(answer.json["userId"] == caller.descriptor["userId"])
    #expect(answer.json["organizationId"] == .string(caller.organization))
    #expect(answer.json.objectValue?.names == ["organizationId", "organizationName", "userId", "username"])
  }

  @Test func acceptsTheSpellingsOfClients() throws {
    let key = try caller.rootKey()
    let python =
      "{\"publicKey\": \"\(TurnkeyCaller.hex(key))\", \"scheme\": \"SIGNATURE_SCHEME_TK_API_P256\", \"signature\": \""
      + Hex.encode(try key.signature(for: body).derRepresentation) + "\"}"
    #expect(whoAmI(["X-Stamp": Base64URL.encode(Array(python.utf8))]).status == 200)
    #expect(whoAmI(["x-stamp": try TurnkeyCaller.stamp(body, key, upperCase: true)]).status == 200)
    let spaced = "{ \"organizationId\" : \"\(caller.organization)\" }"
    #expect(whoAmI(["X-Stamp": try TurnkeyCaller.stamp(Array(spaced.utf8), key)], body: spaced).status == 200)
  }

  @Test func refusals() throws {
    let key = try caller.rootKey()
    let unrelated = P256.Signing.PrivateKey()
    let other = try TurnkeyCaller.stamp(Array("{}".utf8), key)
    let strange = try #require(Base64URL.decode(TurnkeyCaller.stamp(body, unrelated)))
    var swapped = try #require(try JSONValue(parsing: strange).objectValue)
    swapped["publicKey"] = .string(TurnkeyCaller.hex(key))
    var scheme = swapped
    scheme["scheme"] = "SIGNATURE_SCHEME_TK_API_SECP256K1"
    var uncompressed = swapped
    uncompressed["publicKey"] = .string(Hex.encode(key.publicKey.x963Representation))
    let good = try TurnkeyCaller.stamp(body, key)
    let cases: [(HTTPHeaders, String)] = [
      ([:], "SIGNATURE_MISSING"), (["X-Stamp": "???"], "SIGNATURE_INVALID"), (["X-Stamp": ""], "SIGNATURE_INVALID"),
      (["X-Stamp": good + "="], "SIGNATURE_INVALID"), (["X-Stamp": other], "SIGNATURE_INVALID"),
      (["X-Stamp": Base64URL.encode(JSONValue.object(swapped).serialized)], "SIGNATURE_INVALID"),
      (["X-Stamp": Base64URL.encode(JSONValue.object(scheme).serialized)], "SIGNATURE_INVALID"),
      (["X-Stamp": Base64URL.encode(JSONValue.object(uncompressed).serialized)], "SIGNATURE_INVALID"),
      (["X-Stamp": try TurnkeyCaller.stamp(body, unrelated)], "PUBLIC_KEY_NOT_FOUND"),
    ]
    for (headers, code) in cases {
      let answer = whoAmI(headers)
      #expect(answer.status == 401, "\(headers)")
      #expect(answer.json["code"] == 16)
      #expect(answer.turnkeyCode == code, "\(headers)")
    }
    #expect(
      whoAmI(["X-Stamp": good], body: String(decoding: body, as: UTF8.self) + " ").turnkeyCode == "SIGNATURE_INVALID")
  }

  @Test func malformedBodies() throws {
    let key = try caller.rootKey()
    let cases: [(JSONValue, Int, String)] = [
      ([:], 400, "REQUEST_INVALID"), (["organizationId": 1], 400, "REQUEST_INVALID"),
      (["organizationId": "x"], 400, "INVALID_ORGANIZATION_ID"),
      (["organizationId": "00000000-0000-4000-8000-000000000000"], 404, "ORGANIZATION_NOT_FOUND"),
      ([], 400, "REQUEST_INVALID"),
    ]
    for (body, status, code) in cases {
      let answer = try caller.call("query/whoami", body, key: key)
      #expect(answer.status == status, "\(body.serializedText)")
      #expect(answer.turnkeyCode == code, "\(body.serializedText)")
    }
    let organization: JSONValue = ["organizationId": .string(caller.organization)]
    #expect(try caller.call("query/nothing", organization, key: key).status == 501)
    #expect(try caller.call("query/get_user", organization, key: key).status == 400)
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/turnkey/public/v1/query/whoami")).status == 501)
  }

  @Test func aSubOrganisationsKeyIsFoundFromTheParent() throws {
    let user = try caller.signedIn("jane@example.com")
    for organization in [caller.organization, user.organization] {
      let answer = try caller.whoAmI(user.key, organization: organization)
      #expect(answer.json["organizationId"] == .string(user.organization))
      #expect(answer.json["userId"] == .string(user.user))
    }
    let query: JSONValue = ["organizationId": .string(caller.organization), "userId": .string(user.user)]
    #expect(try caller.call("query/get_user", query, key: user.key).turnkeyCode == "PUBLIC_KEY_NOT_FOUND")
    let below: JSONValue = ["organizationId": .string(user.organization), "userId": .string(user.user)]
    let answer = try caller.call("query/get_user", below, key: caller.rootKey())
    #expect(answer.json["user"]?["userEmail"] == "jane@example.com")
    let keys = answer.json["user"]?["apiKeys"]?.arrayValue ?? []
    #expect(keys.map { $0["credential"]?["type"] } == ["CREDENTIAL_TYPE_API_KEY_P256", "CREDENTIAL_TYPE_LOGIN"])
  }

  @Test func oneKeyInTwoSubOrganisationsIsAmbiguous() throws {
    let key = P256.Signing.PrivateKey()
    for name in ["one", "two"] {
      let answer = try caller.submit(
        "create_sub_organization", type: "CREATE_SUB_ORGANIZATION_V8",
        [
          "subOrganizationName": .string(name), "rootQuorumThreshold": 1,
          "rootUsers": [
            [
              "userName": "u", "authenticators": [], "oauthProviders": [],
              "apiKeys": [
                ["apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(key)), "curveType": "API_KEY_CURVE_P256"]
              ],
            ]
          ],
        ], key: caller.rootKey())
      #expect(answer.json["activity"]?["status"] == "ACTIVITY_STATUS_COMPLETED")
    }
    #expect(try caller.whoAmI(key).turnkeyCode == "CREDENTIAL_CONFLICT")
  }

  @Test("L18: the backend accepts the session's JWT and refuses a stamp")
  func backendAcceptsTheJWT() throws {
    let user = try caller.signedIn("jane@example.com")
    let headers: HTTPHeaders = ["Authorization": "Bearer " + user.jwt]
    let answer = caller.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: headers))
    #expect(answer.json["provider"] == "turnkey")
    #expect(answer.json["subject"] == .string(user.user))
    #expect(answer.json["identifier"] == "jane@example.com")
    let stamp = try TurnkeyCaller.stamp([], user.key)
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: ["X-Stamp": stamp])).status == 401)
    caller.advance(900)
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: headers)).status == 401)
  }
}
