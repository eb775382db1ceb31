import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

@Suite struct HawcxFactorTests {
  let caller: HawcxCaller

  init() throws { caller = try HawcxCaller() }

  @Test func enrolsAnAuthenticatorAppAndAsksForItNextTime() throws {
    try caller.policy(["mfa_policy": "required", "mfa_methods": ["totp"]])
    let choice = try caller.signIn("jane@example.com")
    #expect(choice.type == "select_method")
    #expect(choice.step?["phase"]?.stringValue == "mfa")
    let setup = try caller.select("totp")
    #expect(setup.type == "setup_totp")
    let secret = try #require(Base32.decode(setup.step?["secret"]?.stringValue ?? ""))
    #expect(setup.step?["otpauthUrl"]?.stringValue?.hasPrefix("otpauth://totp/") == true)
    #expect(try caller.send(["type": "submit_totp", "code": "x"]).code == "invalid_code")
    let code = try totp(secret)
    #expect(try caller.send(["type": "submit_totp", "code": .string(code)]).type == "completed")

    #expect(try caller.signIn("jane@example.com").type == "enter_totp")
    // The enrolment used up the code of this time step.
    #expect(try caller.send(["type": "submit_totp", "code": .string(code)]).code == "invalid_code")
    try caller.advance(60)
    #expect(try caller.send(["type": "submit_totp", "code": .string(totp(secret))]).type == "completed")
  }

  @Test func enrolsAPhone() throws {
    try caller.policy(["mfa_policy": "required", "mfa_methods": ["sms_otp"]])
    try caller.signIn("jane@example.com")
    #expect(try caller.select("sms_otp").type == "setup_sms")
    #expect(try caller.send(["type": "submit_phone", "phone": "555"]).code == "invalid_phone")
    let prompt = try caller.send(["type": "submit_phone", "phone": "+15551234567"])
    #expect(prompt.type == "enter_code")
    #expect(prompt.step?["channel"]?.stringValue == "sms")
    #expect(prompt.step?["destination"]?.stringValue == "+1***4567")
    #expect(try caller.submit(caller.sandbox.lastCode(to: "+15551234567")).type == "completed")
    #expect(try caller.signIn("jane@example.com").type == "enter_code")
  }

  @Test func followsARedirectOnce() throws {
    try caller.policy(["primary_methods": ["oauth:sandbox"], "return_scheme": "app"])
    let step = try caller.start("jane@example.com")
    #expect(step.type == "redirect")
    let url = try #require(step.step?["url"]?.stringValue)
    let target = String(url.dropFirst(caller.sandbox.baseURL.count))
    let location = try #require(caller.sandbox.handle(SandboxRequest("GET", target)).headers["Location"])
    #expect(location.hasPrefix("app://callback?"))
    let fields = try #require(PercentEncoding.decodeForm(location.dropFirst("app://callback?".count)))
    let code = try #require(fields.first { $0.name == "code" }?.value)
    let state = try #require(fields.first { $0.name == "state" }?.value)
    func callback(_ code: String, _ state: String) throws -> HawcxCaller.Answer {
      try caller.send(["type": "oauth_callback", "code": .string(code), "state": .string(state)])
    }
    #expect(try callback(code, "other").code == "oauth_state_mismatch")
    #expect(try callback("other", state).code == "oauth_failed")
    #expect(try callback(code, state).type == "completed")
    #expect(try callback(code, state).code == "action_not_allowed")
  }

  @Test func waitsForApproval() throws {
    try caller.policy(["primary_methods": ["qr"]])
    let step = try caller.start("jane@example.com")
    #expect(step.type == "await_approval")
    #expect(step.step?["pollInterval"]?.integerValue == 2)
    #expect(step.step?["qrData"]?.stringValue?.contains("session_id") == true)
    #expect(try caller.send(["type": "poll"]).body["step"] == step.step)
    try decide("approve")
    #expect(try caller.send(["type": "poll"]).type == "completed")

    try caller.start("jane@example.com")
    try decide("deny")
    #expect(try caller.send(["type": "poll"]).code == "approval_denied")

    try caller.start("jane@example.com")
    try caller.advance(120)
    #expect(try caller.send(["type": "poll"]).code == "approval_expired")
  }

  private func decide(_ decision: String) throws {
    try caller.control(
      "POST", "/sandbox/approve", ["session": .string(caller.session ?? ""), "decision": .string(decision)])
  }

  private func totp(_ secret: [UInt8]) throws -> String {
    let now = try #require(caller.control("GET", "/sandbox/clock")["now"]?.stringValue.flatMap { ISO8601.decode($0) })
    return try TOTP(secret: Secret(secret)).code(at: now)
  }
}
