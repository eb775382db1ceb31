import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules that the sandbox enforces, each by its number in Documentation/Protocols/Hawcx.md.
@Suite struct HawcxFactTests {
  let caller: HawcxCaller

  init() throws { caller = try HawcxCaller() }

  private func post(_ body: JSONValue) throws -> JSONValue {
    let response = caller.sandbox.handle(
      SandboxRequest("POST", "/hawcx/v1/auth", json: body, headers: ["X-Config-Id": caller.configID]))
    return try JSONValue(parsing: response.body)
  }

  @Test("H9: an envelope in snake_case, or with another member, is refused") func envelope() throws {
    let start: JSONValue = ["type": "start", "flowType": "signin", "identifier": "jane@example.com"]
    let bodies: [(JSONValue, String)] = [
      (["protocol_version": 2, "session": nil, "action": start], "protocol_version"),
      (["session": nil, "action": start], "protocolVersion"),
      (["protocolVersion": "2", "session": nil, "action": start], "protocolVersion"),
      (["protocolVersion": 2, "session": nil, "action": start, "more": 1], "more"),
      (["protocolVersion": 2, "session": 5, "action": start], "session"),
      (["protocolVersion": 2, "session": nil], "action"),
    ]
    for (body, field) in bodies {
      let step = try post(body)["step"]
      #expect(step?["code"] == "validation_error" && step?["action"] == "retry_input", "\(field)")
      #expect(step?["details"]?["errors"]?.arrayValue?.first?["field"]?.stringValue == field)
    }
    #expect(try post(["protocolVersion": 2, "action": start])["step"]?["type"] == "select_method")
  }

  @Test("H10: a proof in snake_case is refused") func proof() throws {
    try caller.policy(["device_enrollment": "required"])
    try caller.signIn("jane@example.com")
    let device = try SoftDevice(HawcxDeviceArrangement(nil))
    let challenge = try caller.send(device.credentials(type: "request_challenge"))
    var answer = try device.answer(to: challenge)
    answer["key_id"] = answer["keyId"]
    answer["keyId"] = nil
    #expect(try caller.send(answer).code == "validation_error")
  }

  @Test("H11: a start in snake_case is refused, and one with an unknown member is not") func start() throws {
    for name in ["flow_type", "start_token", "invite_code", "code_challenge", "op_session_id", "device_credentials"] {
      let refused = try caller.start("jane@example.com", extra: [name: "x"])
      #expect(refused.code == "validation_error", "\(name)")
    }
    #expect(try caller.start("jane@example.com", extra: ["somethingElse": 1]).type == "select_method")
  }

  @Test("H11: a known member of another type is refused, and is not treated as missing") func types() throws {
    let wrong: [(String, JSONValue, String)] = [
      ("codeChallenge", 5, "codeChallenge"), ("startToken", [:], "startToken"),
      ("inviteCode", 12_345_678, "inviteCode"),
      ("opSessionId", true, "opSessionId"), ("deviceCredentials", "x", "deviceCredentials"),
      ("deviceCredentials", ["keyset": "k", "hindex": "h", "sk2": "s", "more": 1], "deviceCredentials.more"),
      ("device", [], "device"),
      ("device", ["v": 1, "fingerprint": .string(SystemRandomSource().token()), "more": 1], "device.more"),
    ]
    for (name, value, field) in wrong {
      let refused = try caller.start("jane@example.com", extra: [name: value])
      #expect(refused.code == "validation_error", "\(name)")
      let named = refused.step?["details"]?["errors"]?.arrayValue?.first?["field"]?.stringValue
      #expect(named == "action." + field)
      // A client writes null for a missing member.
      if name != "codeChallenge" {
        #expect(try caller.start("jane@example.com", extra: [name: .null]).type == "select_method", "\(name)")
      }
    }
  }

  @Test("H27: a method by method_id is refused") func methodID() throws {
    try caller.start("jane@example.com")
    #expect(try caller.send(["type": "select_method", "method_id": "email_otp"]).code == "validation_error")
    #expect(try caller.select("email_otp").type == "enter_code")
  }

  @Test("H22: the session of a hosted sign-in must be in progress") func hostedSession() throws {
    let unknown = try caller.start("jane@example.com", extra: ["opSessionId": .string(SystemRandomSource().token())])
    #expect(unknown.code == "validation_error")
  }

  @Test("H37: a code is valid for five minutes, and a new one can be requested after 30 seconds") func times() throws {
    try caller.start("jane@example.com")
    let step = try caller.select("email_otp").step
    let now = try #require(caller.control("GET", "/sandbox/clock")["now"]?.stringValue.flatMap { ISO8601.decode($0) })
    for (name, seconds) in [("codeExpiresAt", 300.0), ("resendAt", 30.0)] {
      let date = try #require(step?[name]?.stringValue.flatMap { ISO8601.decode($0) })
      #expect(abs(date.timeIntervalSince(now) - seconds) < 5, "\(name)")
    }
    let code = try caller.sandbox.lastCode(to: "jane@example.com")
    try caller.advance(301)
    #expect(try caller.submit(code).code == "code_expired")
  }

  @Test("H14: each response has its own trace, and extends the flow by 15 minutes") func traces() throws {
    let first = try caller.start("jane@example.com").body["meta"]
    try caller.advance(600)
    let second = try caller.select("email_otp").body["meta"]
    #expect(first?["traceId"] != second?["traceId"] && first?["traceId"]?.stringValue?.utf8.count == 36)
    func date(_ meta: JSONValue?) throws -> Date {
      try #require(meta?["expiresAt"]?.stringValue.flatMap { ISO8601.decode($0) })
    }
    #expect(abs(try date(second).timeIntervalSince(try date(first)) - 600) < 5)
  }

  @Test("H13: a session is auth_ and 32 characters of hex") func session() throws {
    let session = try #require(try caller.start("jane@example.com").session)
    #expect(session.hasPrefix("auth_") && session.utf8.count == 37 && Hex.decode(session.dropFirst(5)) != nil)
  }

  @Test("H67: an authorisation request is checked before any redirect") func authorization() throws {
    let desk = try HawcxWireDesk()
    let good: [String: String] = [
      "response_type": "code", "client_id": desk.caller.clientID, "redirect_uri": HawcxWireDesk.callback,
      "scope": "openid", "state": "s", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "code_challenge_method": "S256",
    ]
    func visit(_ change: [String: String]) -> SandboxResponse {
      var query = good
      for (name, value) in change { query[name] = value.isEmpty ? nil : value }
      return desk.caller.sandbox.handle(
        SandboxRequest(
          "GET", "/hawcx/authorize?" + PercentEncoding.encodeForm(query.map { (name: $0.key, value: $0.value) })))
    }
    #expect(visit([:]).status == 302)
    for change: [String: String] in [
      ["client_id": "another"], ["client_id": ""], ["redirect_uri": "https://evil.example/cb"],
      ["redirect_uri": ""],
    ] {
      #expect(visit(change).status == 400, "\(change)")
    }
    let faults: [([String: String], String)] = [
      (["response_type": "token"], "unsupported_response_type"), (["scope": "email"], "invalid_scope"),
      (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge": ""], "invalid_request"),
      (["sdk_config_id": "another"], "invalid_request"),
    ]
    for (change, error) in faults {
      let location = visit(change).headers["Location"] ?? ""
      #expect(location.hasPrefix(HawcxWireDesk.callback + "?error=" + error) && location.hasSuffix("&state=s"))
    }
    try desk.caller.policy(["redirect_uris": ["https://app.example/cb"], "login_page": "https://login.example/?a=b"])
    let registered = visit(["redirect_uri": "https://app.example/cb"])
    #expect(registered.headers["Location"]?.hasPrefix("https://login.example/?a=b&op=") == true)
  }

  @Test("H68: a hosted code is valid only for its own client and redirect") func hostedCode() throws {
    let desk = try HawcxWireDesk()
    let code = try desk.hostedCode()
    func exchange(_ redirect: String?) throws -> Int {
      var form: [(name: String, value: String)] = [
        ("grant_type", "authorization_code"), ("code", code), ("code_verifier", desk.caller.verifier),
        ("client_id", desk.caller.clientID),
      ]
      if let redirect { form.append(("redirect_uri", redirect)) }
      return try desk.token(form).status
    }
    #expect(try exchange(nil) == 400)
    #expect(try exchange("http://localhost:5555/other") == 400)
    #expect(try exchange(HawcxWireDesk.callback) == 200)
  }
}
