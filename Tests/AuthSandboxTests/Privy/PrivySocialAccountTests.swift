import AuthCore
import AuthCrypto
import AuthSandbox
import AuthSandboxChains
import Testing

@Suite("Privy vendor: accounts at Telegram and Farcaster")
struct PrivySocialAccountTests {
  private let fixture: PrivyFixture
  private let bearer: String

  init() throws {
    fixture = try PrivyFixture()
    bearer = try fixture.signIn().text("token")
  }

  private func control(_ path: String, _ body: JSONValue) throws -> JSONValue {
    try JSONValue(parsing: fixture.sandbox.handle(SandboxRequest("POST", "/sandbox/privy" + path, json: body)).body)
  }

  private func post(_ path: String, _ body: JSONValue, by token: String? = nil) throws -> PrivyFixture.Answer {
    try fixture.call("POST", "/api/v1/" + path, body, bearer: token ?? bearer)
  }

  /// The hash of Telegram, computed here from its documentation.
  private func hash(_ fields: [String: String], isWidget: Bool) -> String {
    func mac(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
    let token = Array((fixture.descriptor["telegramBotToken"]?.stringValue ?? "").utf8)
    let key = isWidget ? Array(SHA256.hash(data: token)) : mac(token, Array("WebAppData".utf8))
    let text = fields.keys.sorted().map { "\($0)=\(fields[$0] ?? "")" }.joined(separator: "\n")
    return Hex.encode(mac(Array(text.utf8), key))
  }

  private func widget(_ id: Int64, at time: Int64? = nil) -> JSONValue {
    let time = time ?? fixture.start
    let hash = hash(["id": String(id), "first_name": "Jane", "auth_date": String(time)], isWidget: true)
    return ["id": .integer(id), "first_name": "Jane", "auth_date": .integer(time), "hash": .string(hash)]
  }

  @Test("Telegram's documented hash is accepted, and no other one")
  func telegramHash() throws {
    #expect(fixture.descriptor["telegramBotToken"]?.stringValue?.contains(":") == true)
    let linked = try post("telegram/link", ["telegram_auth_result": widget(99)])
    #expect(linked.status == 200)
    let account = linked.json["linked_accounts"]?.arrayValue?.last
    #expect(account?["type"] == "telegram" && account?["telegram_user_id"] == "99")
    #expect(account?["first_name"] == "Jane" && account?["username"] == nil)
    let user = #"{"id":99,"first_name":"Jane"}"#
    let fields = ["user": user, "auth_date": String(fixture.start), "signature": "c2ln", "chat_type": "private"]
    var data = JSONObject(fields.map { ($0.key, JSONValue.string($0.value)) })
    data["auth_date"] = .integer(fixture.start)
    for (isWidget, status) in [(false, 200), (true, 422)] {
      data["hash"] = .string(hash(fields, isWidget: isWidget))
      #expect(try post("telegram/link", ["telegram_web_app_data": .object(data)]).status == status)
    }
    let none: JSONValue = [:]
    let both: JSONValue = ["telegram_auth_result": widget(99), "telegram_web_app_data": .object(data)]
    for body in [none, both] { #expect(try post("telegram/link", body).code == "invalid_data") }
  }

  @Test("a login at Telegram is accepted for a day, or for the time of the policy")
  func telegramAge() throws {
    #expect(try post("telegram/link", ["telegram_auth_result": widget(99, at: fixture.start - 86_399)]).status == 200)
    let old = try post("telegram/link", ["telegram_auth_result": widget(99, at: fixture.start - 86_400)])
    #expect(old.status == 422 && old.code == "invalid_credentials")
    fixture.policy(["telegramSeconds": 60])
    #expect(try post("telegram/link", ["telegram_auth_result": widget(99, at: fixture.start - 60)]).status == 422)
    #expect(try post("telegram/link", ["telegram_auth_result": widget(99, at: fixture.start + 61)]).status == 422)
  }

  @Test("the logins of the control route are those of Telegram")
  func signedLogins() throws {
    let signed = try control("/telegram", ["id": 5, "first_name": "Jane & Joe", "username": "j"])
    let fields = try #require(PercentEncoding.decodeForm(signed["init_data"]?.stringValue ?? ""))
    var values = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    let given = values.removeValue(forKey: "hash")
    #expect(given == hash(values, isWidget: false))
    #expect(try JSONValue(parsing: values["user"] ?? "")["first_name"] == "Jane & Joe")
    let widget = try #require(signed["telegram_auth_result"])
    #expect(try post("telegram/link", ["telegram_auth_result": widget]).status == 200)
    #expect(try control("/telegram", [:])["code"] == "invalid_data")
  }

  @Test("both ways sign in, too, and the settings name them")
  func signIn() throws {
    let body: JSONValue = ["telegram_auth_result": widget(7), "mode": "no-signup"]
    #expect(try fixture.call("POST", "/api/v1/telegram/authenticate", body).code == "user_does_not_exist")
    let made = try fixture.call("POST", "/api/v1/telegram/authenticate", ["telegram_auth_result": widget(7)])
    #expect(made.json["is_new_user"] == true)
    fixture.policy(["telegramAuth": false, "farcasterAuth": false])
    let off = try fixture.call("POST", "/api/v1/telegram/authenticate", body)
    #expect(off.status == 403 && off.code == "disallowed_login_method")
    #expect(try post("farcaster/init", [:]).code == "disallowed_login_method")
    let settings = try fixture.call("GET", "/api/v1/apps/" + fixture.appID).json
    #expect(settings["telegram_auth"] == false && settings["farcaster_auth"] == false)
    // An account can still be unlinked: here, it is the user's only one.
    let unlink = try post("telegram/unlink", ["telegram_user_id": "7"], by: made.text("token"))
    #expect(unlink.code == "cannot_unlink_sole_account")
  }

  /// Opens a channel, lets a user of Farcaster approve it, and returns the body of a link.
  private func approved(_ fid: Int64, _ more: JSONObject = [:]) throws -> JSONObject {
    let channel = try post("farcaster/init", .object(more))
    let uri = channel.json["connect_uri"] ?? .null
    let approval = try control("/farcaster", ["connect_uri": uri, "fid": .integer(fid)])
    return [
      "channel_token": channel.json["channel_token"] ?? .null, "fid": .integer(fid),
      "message": approval["message"] ?? .null, "signature": approval["signature"] ?? .null,
    ]
  }

  @Test("a channel is pending until it is approved, and works once")
  func channel() throws {
    let opened = try post("farcaster/init", ["relying_party": "https://app.example", "redirect_url": "app://back"])
    let token = opened.text("channel_token")
    var headers = fixture.clientHeaders
    headers["farcaster-channel-token"] = token
    let pending = try fixture.call("GET", "/api/v1/farcaster/status", bearer: bearer, headers: headers).json
    #expect(pending["state"] == "pending" && pending["fid"] == nil)
    let page = opened.text("connect_uri").dropFirst(fixture.sandbox.baseURL.count)
    #expect(fixture.sandbox.handle(SandboxRequest("GET", String(page))).headers["Location"] == "app://back")
    let done = try fixture.call("GET", "/api/v1/farcaster/status", bearer: bearer, headers: headers).json
    #expect(done["state"] == "completed" && done["nonce"] == pending["nonce"] && done["fid"] == 1000)
    let message = done["message"]?.stringValue ?? ""
    #expect(message.hasPrefix("app.example wants you to sign in with your Ethereum account:\n0x"))
    #expect(message.hasSuffix("Resources:\n- farcaster://fid/1000"))
    let body: JSONValue = [
      "channel_token": .string(token), "fid": 1000, "message": .string(message),
      "signature": done["signature"] ?? .null,
    ]
    let linked = try post("farcaster/link", body)
    #expect(linked.json["linked_accounts"]?.arrayValue?.last?["owner_address"]?.stringValue?.count == 42)
    #expect(try post("farcaster/link", body).code == "invalid_credentials")
    headers["farcaster-channel-token"] = "unknown"
    #expect(try fixture.call("GET", "/api/v1/farcaster/status", bearer: bearer, headers: headers).status == 422)
  }

  @Test("an approval is for one channel, one account and one site, and signed by the account's owner")
  func forgedApprovals() throws {
    let honest = try approved(7)
    let other = try approved(7)
    let stranger = try approved(8)
    let key = ChainKey(.secp256k1, random: SystemRandomSource())
    let message = honest["message"]?.stringValue ?? ""
    let parts = try #require(key.sign(PersonalMessage.digest(Array(message.utf8))))
    let signed = "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery])
    let changes: [JSONObject] = [
      ["message": other["message"] ?? .null, "signature": other["signature"] ?? .null],
      ["fid": 8, "message": stranger["message"] ?? .null, "signature": stranger["signature"] ?? .null],
      ["fid": 8], ["signature": .string(signed)], ["signature": "0x00"],
      ["message": .string(message.replacing("example.com", with: "evil.example"))],
      ["message": .string(message.replacing("fid/7", with: "fid/8"))],
      ["message": .string(message.replacing("Chain ID: 10", with: "Chain ID: 1"))],
      ["message": .string(message + "\n")], ["message": "text"],
      ["message": .string(message.replacing("Issued At: 2", with: "Issued At: 9"))],
    ]
    for change in changes {
      var body = honest
      for member in change.members { body[member.name] = member.value }
      let answer = try post("farcaster/link", .object(body))
      #expect(answer.status == 422 && answer.code == "invalid_credentials", "\(change)")
    }
    #expect(try post("farcaster/link", .object(honest)).status == 200)
    // This one has not been approved.
    let open = try post("farcaster/init", [:])
    var body = honest
    body["channel_token"] = open.json["channel_token"]
    #expect(try post("farcaster/link", .object(body)).status == 422)
  }

  @Test("the identity token has the account of Farcaster in its own form")
  func identityToken() throws {
    _ = try post("farcaster/link", .object(try approved(7)))
    let me = try fixture.call("GET", "/api/v1/users/me", bearer: bearer)
    let claims = try #require(UnverifiedJWT(Secret(me.text("identity_token")))?.claims)
    let accounts = try JSONValue(parsing: claims["linked_accounts"]?.stringValue ?? "").arrayValue
    let account = accounts?.last
    #expect(account?["fid"] == 7 && account?["username"] == "user-7" && account?["owner_address"] == nil)
    #expect(account?["oa"]?.stringValue?.hasPrefix("0x") == true)
  }

  @Test("a transfer is for the user, the nonce and the account of the refused link")
  func transfers() throws {
    fixture.policy(["accountTransfer": true])
    _ = try post("telegram/link", ["telegram_auth_result": widget(99)])
    _ = try post("farcaster/link", .object(try approved(7)))
    let joe = try fixture.signIn("joe").text("token")
    let refused = try post("telegram/link", ["telegram_auth_result": widget(99)], by: joe)
    #expect(refused.status == 400 && refused.code == "account_transfer_required")
    let data = refused.json["data"]
    #expect(data?["subject"] == "99" && data?["otherUser"]?["embeddedWalletAddress"] == .null)
    let nonce = data?["nonce"] ?? .null
    let others: [JSONValue] = [
      ["nonce": nonce, "telegram_auth_result": widget(98)],
      ["nonce": "other", "telegram_auth_result": widget(99)],
    ]
    for body in others {
      #expect(try post("telegram/transfer", body, by: joe).code == "invalid_credentials")
    }
    let approval = try approved(7)
    let farcaster = try post("farcaster/link", .object(approval), by: joe).json["data"]
    #expect(farcaster?["account"]?["displayName"] == "user-7")
    let address = farcaster?["otherUser"]?["farcasterEmbeddedAddress"] ?? .null
    #expect(address.stringValue?.hasPrefix("0x") == true)
    let body: JSONValue = [
      "nonce": farcaster?["nonce"] ?? .null, "farcaster_id": "7", "farcaster_embedded_address": address,
    ]
    #expect(try post("farcaster/transfer", ["nonce": "n", "farcaster_id": "7"], by: joe).code == "invalid_data")
    let moved = try post("farcaster/transfer", body, by: joe)
    #expect(moved.json["linked_accounts"]?.arrayValue?.map { $0["type"] } == ["custom_auth", "farcaster"])
    // The other user is gone, with the account at Telegram.
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: bearer).status == 401)
    #expect(try post("telegram/link", ["telegram_auth_result": widget(99)], by: joe).status == 200)
  }
}
