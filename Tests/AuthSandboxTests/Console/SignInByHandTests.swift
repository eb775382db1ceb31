import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The sign-ins by hand on the pages, which send real requests.
@Suite struct SignInByHandTests {
  /// Made once for all tests: making RSA keys is slow.
  private static let keyring = Result { () throws -> SandboxKeyring in
    let sandbox = try Sandbox()
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  private func desk() throws -> PageDesk {
    PageDesk(sandbox: try Sandbox(clock: FixedClock(), keyring: try Self.keyring.get()))
  }

  private func step(_ desk: PageDesk, _ vendor: String, _ fields: [(name: String, value: String)]) -> String {
    let response = desk.post("/sign-in/" + vendor, [("do", "step")] + fields)
    #expect(response.headers["Location"] == "/sign-in/" + vendor)
    return desk.show("/sign-in/" + vendor)
  }

  @Test(arguments: ["turnkey", "privy", "hawcx", "authsignal"])
  func signsInWithACode(vendor: String) throws {
    let desk = try desk()
    #expect(desk.show("/sign-in").contains("<a href=\"/sign-in/\(vendor)\">"))
    #expect(desk.show("/sign-in/" + vendor).contains("name=\"address\""))
    for round in 1...2 {  // a new user, and then a known one
      let asked = step(desk, vendor, [("address", "jane@example.com")])
      let code = try desk.sandbox.lastCode(to: "jane@example.com")
      #expect(asked.contains("<code class=\"code\">\(code)</code>") && asked.contains("value=\"\(code)\""))
      let wrong = step(desk, vendor, [("code", try desk.sandbox.wrongCode(to: "jane@example.com"))])
      #expect(wrong.contains("role=\"alert\"") && wrong.contains("name=\"code\""), "round \(round)")
      let done = step(desk, vendor, [("code", code)])
      #expect(done.contains("notice done") && done.contains("Signed in as "), "round \(round): \(done)")
      #expect(!done.contains("name=\"code\""))
      #expect(desk.post("/sign-in/" + vendor, [("do", "restart")]).status == 303)
      #expect(desk.show("/sign-in/" + vendor).contains("name=\"address\""))
    }
    #expect(desk.show("/users").contains("jane@example.com"))
    let log = desk.sandbox.log()
    #expect(log.count >= 6)
    #expect(log.contains { $0["provider"]?.stringValue == vendor })
    let verified = desk.show("/requests")
    #expect(verified.contains(": verified</span>"))
  }

  @Test func signsInAtTheOpenIDProvider() throws {
    let desk = try desk()
    let page = desk.show("/sign-in/oidc")
    let mark = "<a class=\"button main\" href=\""
    let start = try #require(page.ranges(of: mark).first)
    let url = String(page[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    let answer = desk.sandbox.post("/sandbox/oidc/authorize", ["url": .string(url), "user": "jane@example.com"])
    let location = try #require(answer.json["location"]?.stringValue)
    #expect(location.hasPrefix(desk.sandbox.baseURL + "/sign-in/oidc?"))
    let target = String(location.dropFirst(desk.sandbox.baseURL.count))
    let forged = target.replacing("state=", with: "state=x")
    #expect(!desk.show(forged).contains("notice done") && desk.sandbox.log().isEmpty)
    let returned = desk.sandbox.handle(SandboxRequest("GET", target))
    #expect(returned.status == 303 && returned.headers["Location"] == "/sign-in/oidc")
    let done = desk.show("/sign-in/oidc")
    #expect(done.contains("Signed in as jane@example.com"), "\(done)")
    #expect(done.contains("<h3>id_token") && done.contains("&quot;nonce&quot;"))
    #expect(desk.sandbox.log().compactMap { $0["path"]?.stringValue } == ["/oidc/token", "/oidc/userinfo"])
  }

  @Test func faultsAndPoliciesApply() throws {
    let desk = try desk()
    _ = desk.sandbox.post("/sandbox/faults", ["match": "/privy", "kind": "drop", "times": 1])
    #expect(step(desk, "privy", [("address", "jane@example.com")]).contains("An injected fault closed the connection."))
    #expect(step(desk, "privy", [("address", "jane@example.com")]).contains("name=\"code\""))
    _ = desk.sandbox.post("/sandbox/policy", ["provider": "hawcx", "primary_methods": ["push"]])
    #expect(
      step(desk, "hawcx", [("address", "jane@example.com")]).contains(
        "The flow continues with the step await_approval, which this page does not support."))
  }

  @Test func hostileAddressesAreText() throws {
    let desk = try desk()
    let hostile = "\"><script>alert(1)</script>@example.com"
    for vendor in ["turnkey", "privy", "hawcx", "authsignal", "oidc"] {
      #expect(!step(desk, vendor, [("address", hostile)]).contains("<script"), "\(vendor)")
    }
    _ = step(desk, "privy", [("address", String(repeating: "x", count: 100_000))])
    #expect(desk.show("/sign-in/privy").utf8.count < 100_000)
  }

  @Test func aVendorWithoutASignInHasNoPage() throws {
    let desk = PageDesk(sandbox: try Sandbox(vendors: [.acme]))
    #expect(desk.show("/sign-in").contains("No vendor has a sign-in by hand."))
    #expect(desk.sandbox.handle(SandboxRequest("GET", "/sign-in/acme")).status == 404)
    #expect(desk.sandbox.handle(SandboxRequest("GET", "/sign-in/unknown")).status == 404)
    #expect(desk.sandbox.handle(SandboxRequest("GET", "/sign-in/")).status == 404)
  }
}
