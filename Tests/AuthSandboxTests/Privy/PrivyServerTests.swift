import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@Suite("Privy vendor: the server API and wallets")
struct PrivyServerTests {
  @Test("finds users by id, by their own id at the app, and by address")
  func lookups() throws {
    let fixture = try PrivyFixture()
    let jane = try fixture.signIn("jane").json["user"] ?? .null
    let id = try #require(jane["id"]?.stringValue)
    #expect(try fixture.server("GET", "/users/" + PercentEncoding.encode(id)).json == jane)
    #expect(try fixture.server("POST", "/users/custom_auth/id", ["custom_user_id": "jane"]).json == jane)
    let made = try fixture.server(
      "POST", "/users", ["linked_accounts": [["type": "email", "address": "bob@example.com"]]])
    #expect(try fixture.server("POST", "/users/email/address", ["address": "bob@example.com"]).json == made.json)
    #expect(try fixture.server("POST", "/users/custom_auth/id", ["custom_user_id": "Jane"]).status == 404)
    let twice = try fixture.server(
      "POST", "/users", ["linked_accounts": [["type": "custom_auth", "custom_user_id": "jane"]]])
    #expect(twice.code == "linked_to_another_user")
    let changed = try fixture.server("POST", "/users/\(id)/custom_metadata", ["custom_metadata": ["tier": "gold"]])
    #expect(changed.json["custom_metadata"] == ["tier": "gold"])
  }

  @Test("lists users page by page and deletes them with their sessions")
  func listAndDelete() throws {
    let fixture = try PrivyFixture()
    for index in 0..<5 { _ = try fixture.signIn("user-\(index)") }
    var seen: [JSONValue] = []
    var cursor: String?
    repeat {
      let page = try fixture.server("GET", "/users?limit=2" + (cursor.map { "&cursor=" + $0 } ?? ""))
      seen += page.json["data"]?.arrayValue ?? []
      cursor = page.json["next_cursor"]?.stringValue
    } while cursor != nil
    #expect(seen.count == 5 && Set(seen.compactMap { $0["id"]?.stringValue }).count == 5)

    let session = try fixture.signIn("user-0")
    let id = try #require(session.json["user"]?["id"]?.stringValue)
    #expect(try fixture.server("DELETE", "/users/" + id).status == 204)
    #expect(try fixture.server("DELETE", "/users/" + id).status == 404)
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: session.text("token")).status == 401)
    #expect(try fixture.signIn("user-0").json["is_new_user"] == true)
  }

  @Test("requires the app's secret")
  func secret() throws {
    let fixture = try PrivyFixture()
    #expect(try fixture.server("GET", "/users", secret: "wrong").status == 401)
    #expect(try fixture.call("GET", "/v1/users").status == 401)
    #expect(try fixture.call("GET", "/v1/users", headers: [:]).code == "missing_or_invalid_privy_app_id")
  }

  @Test("makes a user's wallets, which sign only requests that their owner signed")
  func wallets() throws {
    let fixture = try PrivyFixture()
    let jane = try fixture.signIn("jane").text("token")
    let made = try fixture.call("POST", "/api/v1/wallets", ["chain_type": "solana"], bearer: jane)
    let listed = try fixture.call("GET", "/api/v1/wallets", bearer: jane)
    #expect(listed.json["data"]?.arrayValue?.count == 1)
    // The server makes a second wallet, which clients do not request. A repeated idempotency key makes no new wallet.
    var headers = fixture.clientHeaders
    headers["privy-idempotency-key"] = "once"
    let first = try fixture.call("POST", "/api/v1/wallets", ["chain_type": "solana"], bearer: jane, headers: headers)
    let again = try fixture.call("POST", "/api/v1/wallets", ["chain_type": "solana"], bearer: jane, headers: headers)
    #expect(first.text("id") == again.text("id") && first.text("id") != made.text("id"))
    let path = "/api/v1/wallets/\(made.text("id"))/rpc"
    let body: JSONValue = ["method": "signMessage", "params": ["message": "aGVsbG8=", "encoding": "base64"]]
    #expect(try fixture.call("POST", path, body, bearer: jane).code == "invalid_credentials")
    let bob = try fixture.signIn("bob").text("token")
    #expect(try fixture.call("POST", path, body, bearer: bob).status == 404)
    let other = try fixture.call("POST", "/api/v1/wallets", ["chain_type": "bitcoin"], bearer: bob)
    #expect(other.code == "not_supported")
  }

  @Test("P90: makes one wallet for repeated requests with one key, for a day, and refuses another body with it")
  func idempotentCreation() throws {
    let fixture = try PrivyFixture()
    let user = try #require(try fixture.signIn("jane").json["user"]?["id"])
    var headers = fixture.appHeaders
    headers["privy-idempotency-key"] = "once"
    for body in [["chain_type": "ethereum"], ["chain_type": "ethereum", "owner": ["user_id": user]]] as [JSONValue] {
      let first = try fixture.call("POST", "/v1/wallets", body, headers: headers)
      let again = try fixture.call("POST", "/v1/wallets", body, headers: headers)
      #expect(first.status == 200 && first.text("id") == again.text("id"))
      var other = try #require(body.objectValue)
      other["chain_type"] = "solana"
      let mistaken = try fixture.call("POST", "/v1/wallets", .object(other), headers: headers)
      #expect(mistaken.status == 400 && mistaken.code == "invalid_data")
      fixture.advance(86_400)
      #expect(try fixture.call("POST", "/v1/wallets", body, headers: headers).text("id") != first.text("id"))
    }
  }

  @Test("P89: a wallet's account has the main network's id, and the wallets of a user one owner")
  func ownersAndNetworks() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn("jane")
    let bearer = session.text("token")
    let made = try ["ethereum", "solana"].map { chain in
      try fixture.call("POST", "/api/v1/wallets", ["chain_type": .string(chain)], bearer: bearer)
    }
    #expect(made[0].text("owner_id") == made[1].text("owner_id") && made[0].text("owner_id").utf8.count == 24)
    #expect(try fixture.server("POST", "/wallets", ["chain_type": "solana"]).json["owner_id"] == .null)
    let user = try fixture.call("GET", "/api/v1/users/me", bearer: bearer).json["user"]
    let networks = user?["linked_accounts"]?.arrayValue?.compactMap { $0["chain_id"]?.stringValue }
    #expect(networks == ["eip155:1", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"])
  }

  @Test("P57: gives an app's backend a key for a user with a second factor only with the factor's token")
  func backendWithFactor() throws {
    let fixture = try PrivyFixture()
    let bearer = try fixture.signIn("jane").text("token")
    func post(_ path: String, _ body: JSONValue) throws -> PrivyFixture.Answer {
      try fixture.call("POST", "/api/v1/mfa/passwordless_sms/" + path, body, bearer: bearer)
    }
    let number = "+15555550100"
    func code() throws -> JSONValue { .string(try fixture.sandbox.lastCode(to: number)) }
    _ = try post("init", ["action": "enroll", "phoneNumber": .string(number)])
    _ = try post("enroll", ["phoneNumber": .string(number), "code": try code()])
    _ = try post("init", ["action": "verify"])
    let proof = try post("verify", ["code": try code()]).text("token")
    var headers = fixture.appHeaders
    let body: JSONValue = [
      "user_jwt": .string(bearer), "encryption_type": "HPKE",
      "recipient_public_key": .string(Base64.encode(P256.KeyAgreement.PrivateKey().publicKey.derRepresentation)),
    ]
    let refused = try fixture.call("POST", "/v1/wallets/authenticate", body, headers: headers)
    #expect(refused.status == 401 && refused.code == "mfa_required")
    headers["privy-mfa-token"] = proof
    #expect(try fixture.call("POST", "/v1/wallets/authenticate", body, headers: headers).status == 200)
    headers["privy-mfa-token"] = bearer
    let wrong = try fixture.call("POST", "/v1/wallets/authenticate", body, headers: headers)
    #expect(wrong.code == "expired_or_invalid_mfa_token")
  }

  @Test("accepts requests for the app's own wallets with the app's secret or the owner's signature")
  func ownedWallets() throws {
    let fixture = try PrivyFixture()
    let owner = P256.Signing.PrivateKey()
    let free = try fixture.server("POST", "/wallets", ["chain_type": "solana"])
    let owned = try fixture.server(
      "POST", "/wallets",
      [
        "chain_type": "solana", "owner": ["public_key": .string(Base64.encode(owner.publicKey.derRepresentation))],
      ])
    let message = Array("hello".utf8)
    let body: JSONValue = [
      "method": "signMessage", "params": ["message": .string(Base64.encode(message)), "encoding": "base64"],
    ]
    let signed = try fixture.server("POST", "/wallets/\(free.text("id"))/rpc", body)
    let signature = try #require(Base64.decode(signed.json["data"]?["signature"]?.stringValue ?? "-"))
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: try #require(Hex.decode(free.text("public_key"))))
    #expect(key.isValidSignature(signature, for: message))
    #expect(try fixture.server("POST", "/wallets/\(owned.text("id"))/rpc", body).code == "invalid_credentials")
  }
}
