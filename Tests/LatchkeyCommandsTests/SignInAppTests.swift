import AuthCore
import AuthSandbox
import AuthSandboxKit
import AuthUI
import Testing

@testable import LatchkeyCommands

/// The app of `latchkey sandbox`, signed in through its page: the sandbox's routes, the client and the page together.
@Suite(.timeLimit(.minutes(5))) struct SignInAppTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    sandbox.serve(try await SignInApp(sandbox, plugins: LinkedProviders.plugins, catalog: .commandLineEnglish))
  }

  private func visit(_ path: String = "/app") async -> SandboxResponse {
    sandbox.handle(await sandbox.prepared(SandboxRequest("GET", path)))
  }

  private func page(_ path: String = "/app") async throws -> String {
    let response = await visit(path)
    try #require(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }

  /// Sends the page's form, and returns the page to which the response redirects.
  private func press(_ button: String, _ fields: [String: String] = [:]) async throws -> String {
    let token = try #require(try await page().firstMatch(of: /name="token" value="([^"]+)"/)).1
    let form = fields.merging(["do": button, "token": String(token)]) { _, new in new }
    let body = PercentEncoding.encodeForm(form.map { (name: $0.key, value: $0.value) })
    let request = SandboxRequest(
      "POST", "/app", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array(body.utf8))
    let response = sandbox.handle(await sandbox.prepared(request))
    #expect(response.status == 303 && response.headers["Location"] == "/app")
    return try await page()
  }

  private func code() throws -> String {
    let outbox = try JSONValue(parsing: sandbox.handle(SandboxRequest("GET", "/sandbox/outbox")).body)
    return try #require(outbox["messages"]?.arrayValue?.last?["code"]?.stringValue)
  }

  @Test(arguments: ["turnkey", "hawcx", "authsignal"])
  func aUserSignsInWithACodeAndOut(provider: String) async throws {
    _ = try await press("show", ["provider": provider, "language": "en"])
    var shown = try await press("signIn", ["identifier": "jane@example.com"])
    if let method = shown.firstMatch(of: /value="(choose:[^"]*email[^"]*)"/) {
      shown = try await press(String(method.1))
    }
    #expect(shown.contains("autocomplete=\"one-time-code\""))
    let wrong = try await press("submit", ["field.": "000000"])
    #expect(wrong.contains("role=\"alert\"") && wrong.contains("invalid_code"), "\(wrong)")
    #expect(try await press("submit", ["field.": try code()]).contains("Signed in as jane@example.com"))
    #expect(try await press("ask").contains("&quot;provider&quot;:&quot;\(provider)&quot;"))
    #expect(try await press("signOut").contains("value=\"signIn\""))
  }

  @Test("Accounts of two providers are listed, named, used and signed out") func accounts() async throws {
    _ = try await press("show", ["provider": "privy", "language": "en"])
    #expect(try await press("signIn", ["identifier": "jane@example.com"]).contains("Signed in as jane@example.com"))
    #expect(try await press("account.add").contains("name=\"identifier\""))
    _ = try await press("show", ["provider": "hawcx"])
    _ = try await press("signIn", ["identifier": "june@example.com"])
    var shown = try await press("submit", ["field.": try code()])
    #expect(shown.contains("Signed in as june@example.com") && shown.contains("jane@example.com"))
    let jane = try #require(shown.firstMatch(of: /value="account.use:([^"]+)" aria-label="Use: jane@example.com"/)).1
    shown = try await press("account.rename:\(jane)", ["label.\(jane)": "<b>Work</b>"])
    #expect(shown.contains("<strong>&lt;b&gt;Work&lt;/b&gt;</strong>"))
    #expect(try await press("account.use:\(jane)").contains("Signed in as jane@example.com"))
    #expect(!(try await press("account.signOut:\(jane)")).contains("account.use:\(jane)"))
  }

  @Test func theAppsOwnTokenSignsInWithPrivy() async throws {
    _ = try await press("show", ["provider": "privy", "language": "de"])
    let shown = try await press("signIn", ["identifier": "jane@example.com"])
    #expect(shown.contains("Angemeldet als") && shown.contains("lang=\"de\""))
  }

  @Test func aPageOfTheProviderReturnsToTheApp() async throws {
    _ = try await press("show", ["provider": "oidc", "language": "en"])
    let shown = try await press("signIn", ["identifier": "jane@example.com"])
    let link = try #require(shown.firstMatch(of: /class="button main" href="([^"]+)"/)).1.replacing("&amp;", with: "&")
    let opened = sandbox.handle(
      SandboxRequest(
        "POST", "/sandbox/oidc/authorize", json: ["url": .string(String(link)), "user": "jane@example.com"]))
    let location = try #require(try JSONValue(parsing: opened.body)["location"]?.stringValue)
    let target = location.replacing(sandbox.baseURL, with: "")
    #expect(await visit(target).headers["Location"] == "/app")
    #expect(try await page().contains("Signed in as"))
  }

  @Test func aFormWithoutThePagesTokenDoesNothing() async throws {
    let request = SandboxRequest(
      "POST", "/app", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("do=signIn&identifier=jane%40example.com&token=x".utf8))
    #expect(sandbox.handle(await sandbox.prepared(request)).status != 303)
    #expect(try await page().contains("value=\"signIn\""))
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/outbox")).body.count < 40)
  }

  @Test func aSandboxWithoutAnAppSaysSo() async throws {
    let bare = try Sandbox()
    let response = bare.handle(await bare.prepared(SandboxRequest("GET", "/app")))
    #expect(String(decoding: response.body, as: UTF8.self).contains("This sandbox has no app"))
  }
}
