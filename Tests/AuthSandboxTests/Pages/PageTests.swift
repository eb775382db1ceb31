import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The sandbox's pages for users.
@Suite struct PageTests {
  private func show(_ sandbox: Sandbox, _ path: String) -> String {
    String(decoding: sandbox.handle(SandboxRequest("GET", path)).body, as: UTF8.self)
  }

  @Test func everyPageHasTheSameFrame() throws {
    let sandbox = try Sandbox()
    for name in Page.Name.allCases {
      let path = name.rawValue
      let response = sandbox.handle(SandboxRequest("GET", path))
      #expect(response.status == 200, "\(path)")
      #expect(response.headers["Content-Type"] == "text/html; charset=utf-8", "\(path)")
      let policy = try #require(response.headers["Content-Security-Policy"])
      #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
      #expect(policy.contains("frame-ancestors 'none'"), "\(path)")
      let page = String(decoding: response.body, as: UTF8.self)
      #expect(page.contains("<link rel=\"stylesheet\" href=\"/style.css\">"), "\(path)")
      #expect(page.contains("<a href=\"\(path)\" aria-current=\"page\">\(name.title)</a>"), "\(path)")
      for other in Page.Name.allCases { #expect(page.contains("<a href=\"\(other.rawValue)\""), "\(path)") }
      // Only the passkey ceremonies and the live request log need a script.
      let hasScript = [.passkeys, .requests].contains(name)
      #expect(page.contains("<script") == hasScript, "\(path)")
      #expect(!page.contains(" style=\""), "\(path)")
      #expect(policy.contains("script-src 'self'") == hasScript, "\(path)")
      let posted = sandbox.handle(SandboxRequest("POST", path)).status
      #expect(posted == ([.approvals, .controls, .policies].contains(name) ? 403 : 405), "\(path)")
    }
    #expect(show(sandbox, "/style.css").contains("prefers-color-scheme: dark"))
    #expect(show(sandbox, "/sandbox/passkey/page.js").contains("navigator.credentials.create"))
    #expect(sandbox.handle(SandboxRequest("GET", "/elsewhere")).status == 404)
  }

  /// Pages behave like control routes: reading a page changes nothing, and a fault on every path does not affect pages.
  @Test func pagesAreNotLoggedAndHaveNoFaults() throws {
    let sandbox = try Sandbox()
    #expect(sandbox.post("/sandbox/faults", ["match": "/", "kind": "drop"]).status == 200)
    for name in Page.Name.allCases {
      #expect(sandbox.exchange(SandboxRequest("GET", name.rawValue)).response?.status == 200)
    }
    #expect(sandbox.log().isEmpty)
    #expect(sandbox.exchange(SandboxRequest("GET", "/turnkey/public/v1")).response == nil)
  }

  @Test func overviewCounts() throws {
    let caller = try TurnkeyCaller()
    _ = try caller.signedIn("jane@example.com")
    let page = show(caller.sandbox, "/")
    let cells = [("Users", 2), ("Sessions", 1), ("Pending approvals", 0), ("Messages", 1)]
    let row = cells.map { name, count in "<td data-label=\"\(name)\"><span class=\"number\">\(count)</span></td>" }
    #expect(page.contains("<td data-label=\"Vendor\">Turnkey-style</td>" + row.joined()))
    for vendor in ["turnkey", "privy", "hawcx", "authsignal", "oidc"] {
      let members = try #require(caller.sandbox.descriptor[vendor]?.objectValue?.members)
      for member in members where member.value.stringValue != nil {
        let value = member.value.stringValue ?? ""
        #expect(page.contains("<dt>\(member.name)</dt><dd><code>\(value)</code>"))
      }
    }
  }

  @Test func outboxShowsCodesAndFilters() throws {
    let caller = try HawcxCaller()
    for address in ["jane@example.com", "joe@example.com", "<b>eve</b>@example.com"] {
      try caller.start(address)
      try caller.select("email_otp")
    }
    let code = try caller.sandbox.lastCode(to: "jane@example.com")
    #expect(show(caller.sandbox, "/outbox").contains("<code class=\"code\">\(code)</code>"))
    #expect(show(caller.sandbox, "/outbox").contains("&lt;b&gt;eve&lt;/b&gt;@example.com"))
    let filtered = show(caller.sandbox, "/outbox?to=jane%40example.com")
    #expect(filtered.contains(code) && !filtered.contains("joe@example.com"))
    #expect(filtered.contains("value=\"jane@example.com\""))
    let nobody = show(caller.sandbox, "/outbox?to=%22%3E%3Cscript%3E")
    #expect(
      nobody.contains("value=\"&quot;&gt;&lt;script&gt;\"") && nobody.contains("Nothing was sent to this address."))
  }

  @Test func showsUsersAndSessionsOfEveryVendor() throws {
    let turnkey = try TurnkeyCaller()
    let user = try turnkey.signedIn("jane@example.com")
    #expect(show(turnkey.sandbox, "/users").contains("<code>\(user.user)</code>"))
    #expect(show(turnkey.sandbox, "/users").contains("<span class=\"tag\">email_otp</span>"))
    #expect(show(turnkey.sandbox, "/sessions").contains("jane@example.com"))
    #expect(!show(turnkey.sandbox, "/sessions").contains(user.jwt))

    let privy = try PrivyFixture()
    let answer = try privy.signIn("jane")
    let subject = try #require(answer.json["user"]?["id"]?.stringValue)
    #expect(show(privy.sandbox, "/users").contains("<code>\(subject)</code>"))
    #expect(show(privy.sandbox, "/users").contains("<span class=\"tag\">custom_jwt</span>"))
    let who = privy.sandbox.handle(
      SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + answer.text("token")]))
    let session = try #require(who.json["sessionID"]?.stringValue)
    #expect(show(privy.sandbox, "/sessions").contains("<code>\(session)</code>"))
    #expect(!show(privy.sandbox, "/sessions").contains(answer.text("refresh_token")))
    #expect(privy.sandbox.post("/sandbox/revoke", ["provider": "privy", "session": .string(session)]).status == 200)
    #expect(!show(privy.sandbox, "/sessions").contains(session))

    let hawcx = try HawcxCaller()
    try hawcx.signIn("jane@example.com")
    #expect(show(hawcx.sandbox, "/users").contains("jane@example.com"))

    let desk = try AuthsignalDesk()
    let token = try desk.enrolledByEmail("joe@example.com")
    #expect(show(desk.sandbox, "/users").contains("joe@example.com"))
    let openID = try OIDCCaller()
    let tokens = try openID.signIn()
    #expect(show(openID.sandbox, "/users").contains("jane@example.com"))
    let list = show(openID.sandbox, "/sessions")
    #expect(list.contains("<span class=\"tag\">browser</span>") && list.contains("<span class=\"tag\">tokens</span>"))
    #expect(!list.contains(tokens["refresh_token"]?.stringValue ?? ""))
    #expect(show(openID.sandbox, "/").contains("OpenID-style"))

    let app = try desk.call("POST", "/backend/authsignal/exchange", ["token": .string(token)])
    let secret = try #require(app["token"]?.stringValue)
    let sessions = show(desk.sandbox, "/sessions")
    #expect(sessions.contains("<span class=\"tag\">app session</span>") && !sessions.contains(secret))
  }

  @Test func requestLogHasPages() throws {
    let sandbox = try Sandbox()
    for number in 1...205 { _ = sandbox.exchange(SandboxRequest("GET", "/privy/none/\(number)")) }
    _ = sandbox.exchange(SandboxRequest("GET", "/hawcx/%3Cnone%3E"))
    let newest = show(sandbox, "/requests")
    #expect(newest.contains("GET /hawcx/%3Cnone%3E") && newest.contains("/privy/none/7<"))
    #expect(!newest.contains("/privy/none/6<") && newest.contains("before=7\">Older requests</a>"))
    let older = show(sandbox, "/requests?provider=&before=7")
    #expect(older.contains("/privy/none/6<") && !older.contains("/privy/none/7<") && !older.contains("Older requests"))
    let one = show(sandbox, "/requests?provider=hawcx")
    #expect(one.contains("<option value=\"hawcx\" selected>") && !one.contains("/privy/none"))
  }

  @Test func reloadsAWatchedPage() throws {
    let sandbox = try Sandbox()
    for path in ["/outbox", "/approvals", "/requests"] {
      #expect(sandbox.handle(SandboxRequest("GET", path)).headers["Refresh"] == nil)
      #expect(show(sandbox, path).contains("<a href=\"\(path)?watch=1\">"))
      #expect(sandbox.handle(SandboxRequest("GET", path + "?watch=1")).headers["Refresh"] == "5")
    }
  }

  @Test func passkeyPageNamesItsAddress() throws {
    let sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080")
    func page(_ host: String) -> String {
      let response = sandbox.handle(SandboxRequest("GET", "/sandbox/passkey", headers: ["Host": host]))
      return String(decoding: response.body, as: UTF8.self)
    }
    #expect(page("127.0.0.1:8080").contains("<a href=\"http://localhost:8080/sandbox/passkey\">"))
    #expect(!page("localhost:8080").contains("Browsers accept no IP address"))
  }
}
