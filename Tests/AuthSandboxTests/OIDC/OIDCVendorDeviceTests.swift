import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The device grant (RFC 8628).
@Suite struct OIDCVendorDeviceTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private func start() throws -> JSONValue {
    let answer = caller.post("/device_authorization", [("scope", "openid email")])
    #expect(answer.status == 200)
    return answer.json
  }

  private func poll(_ device: JSONValue) -> JSONValue {
    caller.post(
      "/token",
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", device["device_code"]?.stringValue ?? ""),
      ]
    ).json
  }

  private func decide(_ code: String, _ decision: String, user: String = "jane@example.com", from origin: String? = nil)
    -> SandboxResponse
  {
    caller.browse(
      OIDCCaller.form(
        "/oidc/device", [("user_code", code), ("user", user), ("decision", decision)],
        origin.map { ["Origin": $0] } ?? [:]))
  }

  @Test func theUserApprovesAtThePage() throws {
    let device = try start()
    #expect(device["interval"] == 5 && device["expires_in"] == 600)
    let code = try #require(device["user_code"]?.stringValue)
    #expect(device["verification_uri_complete"]?.stringValue == caller.issuer + "/device?user_code=" + code)
    #expect(caller.browse(SandboxRequest("GET", "/oidc/device?user_code=" + code)).text.contains("value=\"\(code)\""))
    #expect(poll(device)["error"] == "authorization_pending")
    // The code is accepted in lower case, and without its dash (RFC 8628 §6.1).
    #expect(decide(code.lowercased().filter { $0 != "-" }, "approve").text.contains("connected"))
    #expect(decide(code, "approve").text.contains("No device waits"))
    let tokens = poll(device)
    #expect(try caller.verified(tokens["id_token"]?.stringValue)["email"] == "jane@example.com")
    #expect(poll(device)["error"] == "invalid_grant", "a device code works once")
  }

  /// RFC 8628 §3.5: every poll that is too soon makes the interval longer.
  @Test func aHastyDeviceMustSlowDown() throws {
    let device = try start()
    #expect(poll(device)["error"] == "authorization_pending")
    caller.advance(4)
    #expect(poll(device)["error"] == "slow_down")
    caller.advance(9)
    #expect(poll(device)["error"] == "slow_down")
    caller.advance(15)
    #expect(poll(device)["error"] == "authorization_pending")
  }

  @Test func theUserDenies() throws {
    let device = try start()
    _ = decide(try #require(device["user_code"]?.stringValue), "deny")
    #expect(poll(device)["error"] == "access_denied")
  }

  @Test func aCodeExpires() throws {
    let device = try start()
    caller.advance(600)
    #expect(poll(device)["error"] == "expired_token")
    #expect(decide(try #require(device["user_code"]?.stringValue), "approve").text.contains("No device waits"))
  }

  @Test func onlyTheClientGetsTheTokens() throws {
    let device = try start()
    _ = decide(try #require(device["user_code"]?.stringValue), "approve")
    let other = caller.post(
      "/token",
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", device["device_code"]?.stringValue ?? ""),
      ], headers: try caller.basic(), isPublic: false)
    #expect(other.json["error"] == "invalid_grant")
    #expect(poll(device)["access_token"] != nil)
  }

  @Test func aFormOfAnotherSiteIsRefused() throws {
    let device = try start()
    let code = try #require(device["user_code"]?.stringValue)
    #expect(decide(code, "approve", from: "https://evil.example").status == 400)
    #expect(poll(device)["error"] == "authorization_pending")
    #expect(decide(code, "approve", user: "").text.contains("Enter an e-mail address"))
    #expect(decide(code, "approve", from: caller.sandbox.baseURL).text.contains("connected"))
  }

  @Test func theApprovalsPageAndThePolicyDecide() throws {
    let device = try start()
    let page = caller.sandbox.handle(SandboxRequest("GET", "/sandbox/approvals")).json["approvals"]?.arrayValue
    #expect(page?.count == 1 && page?[0]["challengeId"] == device["user_code"] && page?[0]["provider"] == "oidc")
    let answer = caller.sandbox.post(
      "/sandbox/approve", ["challengeId": try #require(device["user_code"]), "decision": "approve"])
    #expect(answer.status == 200)
    #expect(poll(device)["access_token"] != nil)
    caller.policy(["signInAs": "june@example.com"])
    let next = poll(try start())
    #expect(try caller.verified(next["id_token"]?.stringValue)["email"] == "june@example.com")
  }
}
