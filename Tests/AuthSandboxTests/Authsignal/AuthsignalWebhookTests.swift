import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The webhooks for the app's backend, and their signatures (A89).
@Suite struct AuthsignalWebhookTests {
  private func events(_ desk: AuthsignalDesk) throws -> [(signature: String, body: String, event: JSONValue)] {
    let list = try #require(try desk.call("GET", "/authsignal/webhooks")["webhooks"]?.arrayValue)
    return try list.map { entry in
      let body = try #require(entry["body"]?.stringValue)
      let signature = try #require(entry["headers"]?["X-Signature-V2"]?.stringValue)
      return (signature, body, try JSONValue(parsing: Array(body.utf8)))
    }
  }

  @Test func sendsWebhooksForCodesAuthenticatorsAndActions() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let events = try events(desk)
    #expect(events.map { $0.event["type"] } == ["email.created", "authenticator.created", "action.verify"])
    let code = try desk.sandbox.lastCode(to: "jane@example.com")
    #expect(events.first?.event["data"]?["code"]?.stringValue == code)
    #expect(events.first?.event["data"]?["actionCode"] == "signIn")
    #expect(events.allSatisfy { $0.event["tenantId"]?.stringValue == desk.tenantID && $0.event["version"] == 1 })
    #expect(events.last?.event["data"]?["state"] == "CHALLENGE_SUCCEEDED")
  }

  @Test func signsTheTimeAndTheBody() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let secret = try #require(desk.sandbox.descriptor["authsignal"]?["webhookSecret"]?.stringValue)
    for (signature, body, _) in try events(desk) {
      let parts = signature.split(separator: ",")
      try #require(parts.count == 2 && parts[0].hasPrefix("t=") && parts[1].hasPrefix("v2="))
      let given = String(parts[1].dropFirst(3))
      #expect(!given.hasSuffix("="))
      let code = try #require(Base64.decode(given + "="))
      let key = SymmetricKey(data: Array(secret.utf8))
      let message = parts[0].dropFirst(2) + "." + body
      #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Array(message.utf8), using: key))
      #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Array((message + " ").utf8), using: key))
    }
  }
}
