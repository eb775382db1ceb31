import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

/// The page to which `/authorize` redirects, unless the policy names another page.
@Suite struct HawcxLoginTests {
  let desk: HawcxWireDesk

  init() throws { desk = try HawcxWireDesk() }

  /// A user with a browser, who sends the forms of the current page.
  private final class Visitor {
    let desk: HawcxWireDesk
    var response: SandboxResponse
    var page: String { String(decoding: response.body, as: UTF8.self) }

    init(_ desk: HawcxWireDesk) throws {
      self.desk = desk
      let location = try #require(try desk.authorize().headers["Location"])
      let base = desk.caller.sandbox.baseURL
      #expect(location.hasPrefix(base + "/"))
      response = desk.caller.sandbox.handle(SandboxRequest("GET", String(location.dropFirst(base.count))))
    }

    /// Sends the page's form for an action, with its hidden fields and with the fields that the user entered.
    func send(_ type: String, _ entered: [(name: String, value: String)] = []) throws {
      let forms = page.split(separator: "</form>")
      let form = try #require(forms.first { $0.contains("name=\"type\" value=\"\(type)\"") }, "\(type): \(page)")
      var fields = [(name: "type", value: type)] + entered
      for name in ["op", "session"] {
        let start = try #require(form.ranges(of: "name=\"\(name)\" value=\"").last).upperBound
        fields.append((name, String(form[start...].prefix { $0 != "\"" })))
      }
      response = desk.caller.sandbox.handle(
        SandboxRequest(
          "POST", "/hawcx/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Array(PercentEncoding.encodeForm(fields).utf8)))
    }

    /// The code that the relying party receives.
    func code() throws -> String {
      #expect(response.status == 303)
      let location = try #require(response.headers["Location"])
      let base = desk.caller.sandbox.baseURL
      let back = desk.caller.sandbox.handle(SandboxRequest("GET", String(location.dropFirst(base.count))))
      #expect(back.status == 302)
      let target = try #require(back.headers["Location"])
      #expect(target.hasPrefix(HawcxWireDesk.callback))
      return try #require(try HawcxWireDesk.fields(of: target)["code"]?.stringValue)
    }
  }

  @Test("H67: without a login page in the policy, the sandbox's own page signs the user in") func signsIn() throws {
    let visitor = try Visitor(desk)
    #expect(visitor.response.status == 200 && visitor.response.headers["Content-Type"]?.hasPrefix("text/html") == true)
    #expect(visitor.response.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    try visitor.send("start", [("identifier", "jane@example.com")])
    try visitor.send("select_method", [("methodId", "email_otp")])
    let code = try desk.caller.sandbox.lastCode(to: "jane@example.com")
    #expect(!visitor.page.contains(code))
    try visitor.send("submit_code", [("code", code == "000000" ? "000001" : "000000")])
    #expect(visitor.page.contains("That code is not right."))
    try visitor.send("submit_code", [("code", code)])
    let answer = try desk.token([
      ("grant_type", "authorization_code"), ("code", try visitor.code()), ("code_verifier", desk.caller.verifier),
      ("client_id", desk.caller.clientID), ("redirect_uri", HawcxWireDesk.callback),
    ])
    #expect(answer.status == 200)
  }

  @Test func handlesSecondFactorsAndApprovals() throws {
    try desk.caller.policy([
      "primary_methods": ["push"], "mfa_policy": "required", "mfa_methods": ["totp", "sms_otp"],
    ])
    let visitor = try Visitor(desk)
    try visitor.send("start", [("identifier", "jane@example.com")])
    try visitor.send("poll")
    #expect(visitor.page.contains("/approvals"))
    let message = try desk.caller.control("GET", "/sandbox/outbox")["messages"]?.arrayValue?.last
    let waiting = try #require(message?["challengeId"])
    try desk.caller.control("POST", "/sandbox/approve", ["challengeId": waiting, "decision": "approve"])
    try visitor.send("poll")
    try visitor.send("select_method", [("methodId", "sms_otp")])
    try visitor.send("submit_phone", [("phone", "+15551234567")])
    try visitor.send("submit_code", [("code", try desk.caller.sandbox.lastCode(to: "+15551234567"))])
    #expect(try visitor.code().utf8.count == 43)
  }

  @Test func reportsUnsupportedSteps() throws {
    try desk.caller.policy(["primary_methods": ["email_otp"], "device_enrollment": "required"])
    let visitor = try Visitor(desk)
    try visitor.send("start", [("identifier", "jane@example.com")])
    try visitor.send("submit_code", [("code", try desk.caller.sandbox.lastCode(to: "jane@example.com"))])
    #expect(visitor.response.status == 200 && visitor.page.contains("device_enrollment"))
    try desk.caller.policy(["primary_methods": ["oauth:demo"]])
    let other = try Visitor(desk)
    try other.send("start", [("identifier", "jane@example.com")])
    #expect(other.page.contains("primary_methods"))
  }

  /// After a refusal the page shows the error and the user can begin again. Input never becomes markup.
  @Test func beginsAgainAfterARefusal() throws {
    try desk.caller.policy(["primary_methods": ["email_otp"]])
    let visitor = try Visitor(desk)
    try visitor.send("start", [("identifier", "<b>jane</b>")])
    #expect(visitor.page.contains("role=\"alert\"") && !visitor.page.contains("<b>"))
    try visitor.send("start", [("identifier", "jane@example.com")])
    for _ in 0..<5 { try visitor.send("submit_code", [("code", "x")]) }
    #expect(visitor.page.contains("Too many wrong codes."))
    try visitor.send("start", [("identifier", "jane@example.com")])
    try visitor.send("submit_code", [("code", try desk.caller.sandbox.lastCode(to: "jane@example.com"))])
    #expect(visitor.response.status == 303)
  }

  @Test func refusesASignInThatIsNotInProgress() throws {
    let visitor = try Visitor(desk)
    let sandbox = desk.caller.sandbox
    #expect(sandbox.handle(SandboxRequest("GET", "/hawcx/login")).status == 400)
    #expect(sandbox.handle(SandboxRequest("GET", "/hawcx/login?op=" + SystemRandomSource().token())).status == 400)
    try desk.caller.advance(901)
    try visitor.send("start", [("identifier", "jane@example.com")])
    #expect(visitor.response.status == 400)
  }
}
