import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The page on which a tester approves or rejects what waits for a second device or user.
@Suite struct ApprovalsPageTests {
  /// The values of the hidden fields of each form on the page.
  private func forms(_ sandbox: Sandbox) -> [(token: String, id: String)] {
    let page = String(decoding: sandbox.handle(SandboxRequest("GET", "/approvals")).body, as: UTF8.self)
    func value(_ name: String, _ form: Substring) -> String {
      guard let start = form.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound else { return "" }
      return String(form[start...].prefix { $0 != "\"" })
    }
    return page.split(separator: "<form").dropFirst().map { (value("token", $0), value("id", $0)) }
  }

  private func post(
    _ sandbox: Sandbox, _ fields: [(name: String, value: String)], origin: String? = "http://localhost"
  ) -> SandboxResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    headers["Origin"] = origin
    return sandbox.handle(
      SandboxRequest("POST", "/approvals", headers: headers, body: Array(PercentEncoding.encodeForm(fields).utf8)))
  }

  private func waiting(_ address: String = "jane@example.com") throws -> HawcxCaller {
    let caller = try HawcxCaller()
    try caller.policy(["primary_methods": ["push"]])
    #expect(try caller.start(address).type == "await_approval")
    return caller
  }

  @Test func formDecidesOnce() throws {
    for (decision, step) in [("approve", "completed"), ("deny", "error")] {
      let caller = try waiting()
      let form = try #require(forms(caller.sandbox).first)
      let fields = [("token", form.token), ("id", form.id), ("decision", decision)]
      let answer = post(caller.sandbox, fields)
      #expect(answer.status == 303)
      #expect(answer.headers["Location"] == "/approvals?done=" + (decision == "approve" ? "approved" : "denied"))
      #expect(forms(caller.sandbox).isEmpty)
      #expect(try caller.send(["type": "poll"]).type == step)
      #expect(post(caller.sandbox, fields).headers["Location"] == "/approvals?done=gone")
    }
  }

  @Test func refusesDecisionsOfAnotherSite() throws {
    let caller = try waiting()
    let form = try #require(forms(caller.sandbox).first)
    let good = [("token", form.token), ("id", form.id), ("decision", "approve")]
    for origin in [
      "https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1", "https://localhost",
    ] {
      #expect(post(caller.sandbox, good, origin: origin).status == 403, "\(origin)")
    }
    #expect(post(caller.sandbox, Array(good.dropFirst())).status == 403)
    #expect(
      post(caller.sandbox, [("token", form.token + "x"), ("id", form.id), ("decision", "approve")]).status == 403)
    #expect(post(caller.sandbox, [("token", ""), ("id", form.id), ("decision", "approve")]).status == 403)
    #expect(try post(Sandbox(), good).status == 403, "a token of another sandbox must be refused")
    #expect(forms(caller.sandbox).count == 1)
    for wrong in [[good[0], good[1]], [good[0], good[1], ("decision", "perhaps")], [good[0], good[2]]] {
      #expect(post(caller.sandbox, wrong).headers["Location"] == "/approvals?done=gone")
    }
    #expect(forms(caller.sandbox).count == 1)
    #expect(post(caller.sandbox, good, origin: nil).status == 303)
    #expect(forms(caller.sandbox).isEmpty)
  }

  @Test func showsApprovalsOfEveryVendor() throws {
    let turnkey = try TurnkeyCaller()
    let user = try turnkey.signedIn("jane@example.com")
    turnkey.policy(["activities": "consensus"])
    let session = P256.Signing.PrivateKey()
    _ = try turnkey.submit(
      "stamp_login", type: "STAMP_LOGIN", ["publicKey": .string(TurnkeyCaller.hex(session))], key: user.key,
      organization: user.organization)
    let form = try #require(forms(turnkey.sandbox).first)
    #expect(post(turnkey.sandbox, [("token", form.token), ("id", form.id), ("decision", "approve")]).status == 303)
    #expect(try turnkey.whoAmI(session).status == 200)

    let desk = try AuthsignalDesk()
    let token = try desk.enrolledByEmail()
    let key = Base64.encode(Array(P256.Signing.PrivateKey().publicKey.derRepresentation))
    let body: JSONValue = ["publicKey": .string(key), "deviceName": "Phone", "devicePlatform": "ios"]
    #expect(try desk.client("POST", "/user-authenticators/push", body, token: token).status == 200)
    let asked = try desk.client("POST", "/challenge/push", ["action": "signIn"], token: token)
    let push = try #require(forms(desk.sandbox).first)
    #expect(asked["challengeId"] == .string(push.id))
    #expect(post(desk.sandbox, [("token", push.token), ("id", push.id), ("decision", "deny")]).status == 303)
    #expect(forms(desk.sandbox).isEmpty)
  }

  @Test func escapesHostileNames() throws {
    let caller = try waiting("\"><script>@example.com")
    let page = String(decoding: caller.sandbox.handle(SandboxRequest("GET", "/approvals")).body, as: UTF8.self)
    #expect(!page.contains("<script") && page.contains("&quot;&gt;&lt;script&gt;@example.com"))
  }
}
