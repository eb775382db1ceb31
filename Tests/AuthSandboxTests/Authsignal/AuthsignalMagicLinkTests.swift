import AuthCore
import AuthSandbox
import Testing

/// Magic links: the outbox has the link, and the token that requested it reads the outcome (A110, A116).
@Suite struct AuthsignalMagicLinkTests {
  private static let finalize = "/verify/email-magic-link/finalize"

  private func open(_ desk: AuthsignalDesk, _ link: String) -> (status: Int, text: String) {
    let answer = desk.sandbox.handle(SandboxRequest("GET", String(link.dropFirst(desk.sandbox.baseURL.count))))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  private func enrol(_ desk: AuthsignalDesk, _ token: String, _ email: JSONValue = "jane@example.com") throws
    -> AuthsignalDesk.Answer
  {
    try desk.client("POST", "/user-authenticators/email-magic-link", ["email": email], token: token)
  }

  /// A desk whose user has enrolled the address, and the token of the proof.
  private func enrolled() throws -> (AuthsignalDesk, token: String) {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    _ = try enrol(desk, token)
    #expect(open(desk, try desk.sandbox.lastLink(to: "jane@example.com")).status == 200)
    return (desk, try #require(try desk.client("POST", Self.finalize, [:], token: token)["accessToken"]?.stringValue))
  }

  @Test func enrolsAnAddress() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    let begun = try enrol(desk, token)
    #expect(begun.status == 200 && begun["userAuthenticatorId"]?.stringValue != nil && begun["userId"] != nil)
    let waiting = try desk.client("POST", Self.finalize, [:], token: token)
    #expect(waiting.status == 200 && waiting.json == ["isVerified": false])
    let link = try desk.sandbox.lastLink(to: "jane@example.com")
    #expect(link.hasPrefix(desk.sandbox.baseURL + "/authsignal/magic-link?token="))
    let page = open(desk, link)
    #expect(page.status == 200 && page.text.contains("Go back to the app"))
    let done = try desk.client("POST", Self.finalize, [:], token: token)
    #expect(done["isVerified"] == true && done["accessToken"]?.stringValue != nil)
    #expect(done["userAuthenticator"]?["userAuthenticatorId"] == begun["userAuthenticatorId"])
    #expect(done["userAuthenticator"]?["verificationMethod"] == "EMAIL_MAGIC_LINK")
    #expect(done["userAuthenticator"]?["email"] == "j***@example.com")
    let user = try #require(try desk.claims(token)["sub"]?.stringValue)
    #expect(try desk.server("GET", "/users/\(user)")["emailVerified"] == true)
    #expect(try desk.server("GET", "/users/\(user)")["enrolledVerificationMethods"] == ["EMAIL_MAGIC_LINK"])
    // A lost response can be fetched again.
    #expect(try desk.client("POST", Self.finalize, [:], token: token)["isVerified"] == true)
    #expect(try desk.server("POST", "/validate", ["token": try #require(done["accessToken"])])["isValid"] == true)
  }

  @Test func challengesAnEnrolledAddress() throws {
    let (desk, token) = try enrolled()
    let asked = try desk.client("POST", "/challenge/email-magic-link", token: token)
    #expect(asked.status == 200 && asked["challengeId"]?.stringValue != nil)
    #expect(open(desk, try desk.sandbox.lastLink()).status == 200)
    let done = try desk.client("POST", Self.finalize, [:], token: token)
    #expect(done["isVerified"] == true && done["userAuthenticator"] == nil)
  }

  @Test func aLinkWorksOnceAndForTenMinutes() throws {
    let (desk, token) = try enrolled()
    _ = try desk.client("POST", "/challenge/email-magic-link", token: token)
    let replaced = try desk.sandbox.lastLink()
    _ = try desk.client("POST", "/challenge/email-magic-link", token: token)
    let link = try desk.sandbox.lastLink()
    for wrong in [replaced, link + "x", desk.sandbox.baseURL + "/authsignal/magic-link"] {
      #expect(open(desk, wrong).status == 410)
    }
    #expect(open(desk, link).status == 200 && open(desk, link).status == 410)
    _ = try desk.call("POST", "/sandbox/policy", ["provider": "authsignal", "tokenSeconds": 3_600])
    let patient = try desk.track()
    _ = try desk.client("POST", "/challenge/email-magic-link", token: patient)
    try desk.advance(seconds: 601)
    #expect(open(desk, try desk.sandbox.lastLink()).status == 410)
    #expect(try desk.client("POST", Self.finalize, [:], token: patient).json == ["isVerified": false])
  }

  @Test func onlyTheTokenThatRequestedALinkIsVerified() throws {
    let (desk, _) = try enrolled()
    let (first, second) = (try desk.track(), try desk.track())
    _ = try desk.client("POST", "/challenge/email-magic-link", token: first)
    #expect(open(desk, try desk.sandbox.lastLink()).status == 200)
    #expect(try desk.client("POST", Self.finalize, [:], token: second)["errorCode"] == "invalid_request")
    #expect(try desk.client("POST", Self.finalize, [:], token: first)["isVerified"] == true)
    try desk.advance(seconds: 601)
    #expect(try desk.client("POST", Self.finalize, [:], token: first)["errorCode"] == "expired_token")
  }

  @Test func refusesWhatItCannotSend() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    #expect(try enrol(desk, token, "jane@example")["errorCode"] == "invalid_request")
    #expect(try desk.client("POST", "/challenge/email-magic-link", token: token)["errorCode"] == "invalid_request")
    #expect(try desk.call("POST", "/authsignal/v1/client" + Self.finalize, [:]).status == 401)
    _ = try enrol(desk, token)
    // The secret of the link is not a code.
    let secret = JSONValue.string(String(try #require(try desk.sandbox.lastLink().split(separator: "=").last)))
    let code = try desk.client("POST", "/verify/email-magic-link", ["verificationCode": secret], token: token)
    #expect(code["errorCode"] == "invalid_request")
    let list = try desk.server("GET", "/challenges")
    #expect(list["verificationMethod"] == "EMAIL_MAGIC_LINK" && list["email"] == "jane@example.com")
    let body: JSONValue = ["challengeId": try #require(list["challengeId"]), "verificationCode": secret]
    #expect(try desk.server("POST", "/verify", body)["isVerified"] == false)
  }

  @Test func sendingIsLimited() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    for index in 0..<13 { #expect(try enrol(desk, token).status == (index < 12 ? 200 : 429)) }
    #expect(try desk.call("GET", "/sandbox/outbox")["messages"]?.arrayValue?.count == 12)
  }

  @Test func sendsWebhooks() throws {
    let (desk, _) = try enrolled()
    let list = try #require(try desk.call("GET", "/authsignal/webhooks")["webhooks"]?.arrayValue)
    let events = try list.map { try JSONValue(parsing: Array(($0["body"]?.stringValue ?? "").utf8)) }
    #expect(events.map { $0["type"] } == ["email.created", "authenticator.created", "action.verify"])
    let data = try #require(events.first?["data"])
    #expect(data["url"]?.stringValue == (try desk.sandbox.lastLink()) && data["code"] == nil)
    #expect(events.last?["data"]?["verificationMethod"] == "EMAIL_MAGIC_LINK")
  }

  @Test func thePagesShowTheLinkAndTheMethod() throws {
    let (desk, _) = try enrolled()
    let outbox = desk.sandbox.handle(SandboxRequest("GET", "/outbox"))
    let users = desk.sandbox.handle(SandboxRequest("GET", "/users"))
    #expect(String(decoding: outbox.body, as: UTF8.self).contains("open the link"))
    #expect(String(decoding: users.body, as: UTF8.self).contains("email_magic_link"))
  }
}
