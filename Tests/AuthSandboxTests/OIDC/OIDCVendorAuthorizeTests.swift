import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The authorisation endpoint and its page.
@Suite struct OIDCVendorAuthorizeTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  @Test func thePageNamesTheClientAndWhatItAsksFor() throws {
    let page = try caller.open()
    #expect(page.status == 200)
    #expect(page.text.contains("Sandbox app") && page.text.contains("openid, email, offline_access"))
    #expect(page.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    // The next visitor chooses among the known users.
    _ = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")])
    caller.cookie = nil
    #expect(try caller.open().text.contains("<button name=\"user\" value=\"jane@example.com\">"))
  }

  @Test func theRedirectHasCodeStateAndIssuer() throws {
    let fields = try caller.authorize()
    #expect(Set(fields.keys) == ["code", "state", "iss"])
    #expect(fields["state"] == "state-1" && fields["iss"] == caller.issuer)
  }

  @Test func denialIsReported() throws {
    let fields = try caller.submit(try caller.open(), [("decision", "deny")]).callback()
    #expect(fields["error"] == "access_denied" && fields["state"] == "state-1" && fields["iss"] == caller.issuer)
    #expect(fields["code"] == nil)
  }

  /// An error is reported to the redirect URI only if the client and the URI are valid (RFC 6749 §4.1.2.1).
  @Test(
    arguments: [
      ["client_id": nil], ["client_id": "unknown"], ["redirect_uri": nil],
      ["redirect_uri": "http://127.0.0.1:4000/callback/"], ["redirect_uri": "http://127.0.0.1:4000/callback?a=b"],
      ["redirect_uri": "https://127.0.0.1:4000/callback"], ["redirect_uri": "http://127.0.0.1.evil.example/callback"],
      ["redirect_uri": "http://127.0.0.1:4000@evil.example/callback"], ["redirect_uri": "http://127.0.0.1:0/callback"],
      ["redirect_uri": "http://localhost:4000/callback"], ["redirect_uri": "https://app.example/callback"],
    ] as [[String: String?]])
  func anUnknownClientOrRedirectURIGetsNoRedirect(changes: [String: String?]) throws {
    let page = try caller.open(changes)
    #expect(page.status == 400)
    #expect(page.headers["Location"] == nil)
    #expect(page.hiddenValue("interaction") == nil)
  }

  @Test(arguments: [
    "http://127.0.0.1/callback", "http://127.0.0.1:65535/callback", "http://[::1]:4000/callback",
    "http://localhost/callback",
  ])
  func loopbackAddressesMayHaveAnyPort(uri: String) throws {
    #expect(try caller.open(["redirect_uri": uri]).status == 200)
  }

  @Test(
    arguments: [
      (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
      (["code_challenge": nil], "invalid_request"), (["code_challenge_method": nil], "invalid_request"),
      (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
      (["prompt": "none login"], "invalid_request"), (["prompt": "jump"], "invalid_request"),
      (["prompt": "none"], "login_required"), (["max_age": "-1"], "invalid_request"),
      (["acr_values": "urn:unknown"], "unmet_authentication_requirements"),
      (["request": "a.b.c"], "request_not_supported"),
      (["registration": "{}"], "registration_not_supported"), (["resource": "/relative"], "invalid_target"),
      (["resource": "https://api.example#part"], "invalid_target"), (["dpop_jkt": "x"], "invalid_request"),
      (["response_mode": "fragment"], "invalid_request"),
    ] as [([String: String?], String)])
  func invalidRequestsAreReported(changes: [String: String?], error: String) throws {
    let fields = try caller.open(changes).callback()
    #expect(fields["error"] == error)
    #expect(fields["state"] == "state-1" && fields["iss"] == caller.issuer && fields["code"] == nil)
  }

  @Test func aRepeatedParameterIsRefused() throws {
    let query = PercentEncoding.encodeForm(try caller.parameters() + [("state", "again")])
    #expect(caller.browse(SandboxRequest("GET", "/oidc/authorize?" + query)).status == 400)
  }

  @Test func aKnownSessionNeedsNoPage() throws {
    _ = try caller.authorize()
    #expect(try caller.open().callback()["code"] != nil)
    #expect(try caller.open(["prompt": "none"]).callback()["code"] != nil)
    // A further scope needs the user's consent.
    #expect(try caller.open(["prompt": "none", "scope": "openid profile"]).callback()["error"] == "consent_required")
    for prompt in ["login", "consent", "select_account", "create"] {
      #expect(try caller.open(["prompt": prompt]).status == 200, "\(prompt)")
    }
    caller.advance(100)
    #expect(try caller.open(["max_age": "200"]).status == 302)
    #expect(try caller.open(["max_age": "50"]).status == 200)
    #expect(try caller.open(["max_age": "50", "prompt": "none"]).callback()["error"] == "login_required")
    caller.cookie = nil
    #expect(try caller.open(["prompt": "none"]).callback()["error"] == "login_required")
  }

  @Test func consentAloneKeepsTheTimeOfTheSignIn() throws {
    _ = try caller.authorize()
    caller.advance(100)
    let page = try caller.open(["prompt": "consent"])
    #expect(page.text.contains("value=\"jane@example.com\""))
    let code = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")]).callback()["code"]
    let claims = try caller.verified(caller.redeem(code).json["id_token"]?.stringValue)
    #expect(claims["auth_time"] == .integer(FixedClock.unixTime))
  }

  @Test func aSignUpNeedsANewUser() throws {
    _ = try caller.authorize()
    let page = try caller.open(["prompt": "create"])
    #expect(page.text.contains("Create the account"))
    #expect(try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")]).status == 200)
    #expect(try caller.submit(page, [("user", "june@example.com"), ("decision", "approve")]).callback()["code"] != nil)
    caller.policy(["createUsers": false])
    caller.cookie = nil
    let other = try caller.submit(try caller.open(), [("user", "new@example.com"), ("decision", "approve")])
    #expect(other.status == 200 && other.text.contains("no account"))
  }

  /// RFC 9470: a stronger level is a further step at the page.
  @Test func aStrongerLevelNeedsACode() throws {
    _ = try caller.authorize()
    let level = "urn:latchkey:sandbox:two"
    #expect(try caller.open(["acr_values": level, "prompt": "none"]).callback()["error"] == "login_required")
    let page = try caller.open(["acr_values": level])
    let second = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")])
    #expect(second.text.contains("Enter the code"))
    let wrong = try caller.submit(second, [("code", try caller.sandbox.wrongCode()), ("decision", "approve")])
    #expect(wrong.status == 200 && wrong.text.contains("wrong"))
    let done = try caller.submit(wrong, [("code", try caller.sandbox.lastCode()), ("decision", "approve")])
    let claims = try caller.verified(caller.redeem(done.callback()["code"]).json["id_token"]?.stringValue)
    #expect(claims["acr"] == .string(level) && claims["amr"] == ["user", "otp", "mfa"])
    #expect(try caller.open(["acr_values": level, "prompt": "none"]).callback()["code"] != nil)
  }

  @Test func threeWrongCodesEndTheSignIn() throws {
    let page = try caller.open(["acr_values": "urn:latchkey:sandbox:two"])
    var answer = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")])
    for _ in 0..<3 {
      answer = try caller.submit(page, [("code", try caller.sandbox.wrongCode()), ("decision", "approve")])
    }
    #expect(try answer.callback()["error"] == "access_denied")
    #expect(try caller.submit(page, [("code", try caller.sandbox.lastCode()), ("decision", "approve")]).status == 400)
  }

  @Test func aFormOfAnotherOrExpiredSignInIsRefused() throws {
    let page = try caller.open()
    #expect(try caller.submit(page, [("user", "\u{7}"), ("decision", "approve")]).status == 200)
    caller.advance(601)
    #expect(try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")]).status == 400)
  }

  @Test func theResponseCanBeAForm() throws {
    let page = try caller.open(["response_mode": "form_post"])
    let form = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")])
    #expect(form.status == 200 && form.text.contains("action=\"\(OIDCCaller.redirect)\""))
    #expect(form.hiddenValue("state") == "state-1" && form.hiddenValue("iss") == caller.issuer)
    #expect(caller.redeem(form.hiddenValue("code")).status == 200)
  }

  @Test func aPolicySignsInWithoutAPage() throws {
    caller.policy(["signInAs": "june@example.com"])
    let claims = try caller.verified(caller.redeem(try caller.open().callback()["code"]).json["id_token"]?.stringValue)
    #expect(claims["email"] == "june@example.com")
    caller.policy(["authorizationError": "temporarily_unavailable"])
    #expect(try caller.open().callback()["error"] == "temporarily_unavailable")
  }

  @Test func aTestSignsInWithoutABrowser() throws {
    let url = caller.issuer + "/authorize?" + PercentEncoding.encodeForm(try caller.parameters())
    let answer = caller.sandbox.post("/sandbox/oidc/authorize", ["url": .string(url), "user": "june@example.com"])
    let location = try #require(answer.json["location"]?.stringValue)
    #expect(try SandboxResponse(status: 302, headers: ["Location": location]).callback()["code"] != nil)
    let denied = caller.sandbox.post("/sandbox/oidc/authorize", ["url": .string(url), "decision": "deny"])
    #expect(denied.json["location"]?.stringValue?.contains("error=access_denied") == true)
    let wrong = caller.sandbox.post("/sandbox/oidc/authorize", ["url": "http://localhost/oidc/authorize?client_id=x"])
    #expect(wrong.status == 400)
  }
}
