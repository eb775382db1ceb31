import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The pages of the request log.
@Suite struct RequestPagesTests {
  @Test func showsTheDecodedCredentialWithItsVerdict() throws {
    let caller = try OIDCCaller()
    let desk = PageDesk(sandbox: caller.sandbox)
    let token = try caller.signIn()["access_token"]?.stringValue ?? ""
    let headers: HTTPHeaders = ["Authorization": "Bearer " + token]
    _ = caller.sandbox.exchange(SandboxRequest("GET", "/oidc/userinfo", headers: headers))
    caller.advance(3600)
    _ = caller.sandbox.exchange(SandboxRequest("GET", "/oidc/userinfo", headers: headers))
    let list = desk.show("/requests")
    #expect(list.contains("<a href=\"/requests/1\"><code>GET /oidc/userinfo</code></a>"))
    #expect(list.contains("<span class=\"tag good\">Bearer token: verified</span>"))
    #expect(list.contains("<span class=\"tag bad\">Bearer token: refused</span>"))
    let first = desk.show("/requests/1")
    #expect(first.contains("<h3>Bearer token <span class=\"good\">verified</span></h3>"))
    #expect(first.contains("&quot;client_id&quot;: &quot;\(caller.clientID)&quot;"))
    #expect(first.contains("href=\"/requests/2\">Next</a>") && !first.contains(">Previous</a>"))
    #expect(!first.contains(token), "the token itself must not be on the page")
    #expect(desk.show("/requests/2").contains("<span class=\"bad\">refused: The access token is missing, unknown"))
    let missing = caller.sandbox.handle(SandboxRequest("GET", "/requests/9"))
    #expect(missing.status == 404 && missing.text.contains("The log has no request with this number"))
    for path in ["/requests/x", "/requests/-1", "/requests/0", "/requests/", "/requests/99999999999999999999"] {
      #expect(caller.sandbox.handle(SandboxRequest("GET", path)).status == 404, "\(path)")
    }
    #expect(caller.sandbox.handle(SandboxRequest("POST", "/requests/1")).status == 405)
  }

  @Test func showsTheFaultAndTheSandboxTime() throws {
    let sandbox = try Sandbox(vendors: [.acme], clock: FixedClock())
    let desk = PageDesk(sandbox: sandbox)
    _ = sandbox.post("/sandbox/clock", ["advanceSeconds": 60])
    _ = sandbox.post("/sandbox/faults", ["match": "/acme", "kind": "drop"])
    _ = sandbox.exchange(SandboxRequest("POST", "/acme/code", json: ["to": "x@example.com"]))
    let page = desk.show("/requests/1")
    #expect(page.contains("<dt>Injected fault</dt><dd>drop</dd>"))
    #expect(page.contains("2026-01-02 03:05:05") && page.contains("closed"))
    #expect(page.contains("The request had no credential that the sandbox decodes."))
  }

  /// Paths, claims, header fields and names that look like HTML are text on every page.
  @Test func hostileTextIsEscaped() throws {
    let sandbox = try Sandbox(vendors: [.acme], clock: FixedClock())
    let desk = PageDesk(sandbox: sandbox)
    let hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u{202E}"
    let token = try JWS.sign(
      claims: ["sub": .string(hostile), hostile: "x"], keyID: hostile, with: .p256(P256.Signing.PrivateKey()))
    _ = sandbox.exchange(
      SandboxRequest(
        "GET", "/acme/<script>alert(1)</script>",
        headers: ["Authorization": "Bearer " + token, "Cookie": "<b>=\(token)", "User-Agent": hostile]))
    for path in ["/requests", "/requests/1"] {
      let page = desk.show(path)
      #expect(!page.contains("<script>") && !page.contains("<img") && !page.contains("\u{202E}"), "\(path)")
      #expect(page.contains("&lt;script&gt;"), "\(path)")
    }
    #expect(desk.show("/requests/1").contains("Cookie &lt;b&gt;"))
  }

  /// The script asks for the rows after the last one that it has.
  @Test func returnsOnlyNewRowsToTheScript() throws {
    let sandbox = try Sandbox(vendors: [.acme])
    let desk = PageDesk(sandbox: sandbox)
    #expect(desk.show("/requests").contains("data-live=\"/requests?provider=&amp;after=\" data-last=\"0\""))
    for number in 1...3 { _ = sandbox.exchange(SandboxRequest("GET", "/acme/\(number)")) }
    let page = desk.show("/requests?provider=&after=2")
    #expect(page.contains("GET /acme/3<") && !page.contains("GET /acme/2<") && page.contains("data-last=\"3\""))
    #expect(!desk.show("/requests?provider=&after=3").contains("<tbody>"))
    #expect(desk.show("/requests").contains("<script src=\"/console.js\" defer></script>"))
    #expect(!desk.show("/requests?before=2").contains("<script"), "older pages stay as they are")
    let script = sandbox.handle(SandboxRequest("GET", "/console.js"))
    #expect(script.status == 200 && script.headers["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(!script.text.contains("innerHTML"))
    #expect(sandbox.log().count == 3, "the pages and the script are not logged")
  }
}
