import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// All steps except codes by e-mail, against the sandbox.
@Suite struct HawcxStepTests {
  private func afterFirstFactor(_ bench: HawcxBench) async throws -> (AuthFlow, FlowReader) {
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    return (flow, reader)
  }

  @Test func setsUpAnAuthenticatorAppAndAsksForItNextTime() async throws {
    let bench = try HawcxBench()
    try bench.policy(["mfa_policy": "required", "mfa_methods": ["totp", "sms_otp"]])
    let generator: TOTP
    do {
      var (flow, reader) = try await afterFirstFactor(bench)
      guard case .selectMethod = try await reader.prompt().prompt else { throw Unexpected("no list of factors") }
      try await flow.select(method: .totp)
      let (prompt, context) = try await reader.prompt()
      guard case .setupTOTP(let setup) = prompt else { throw Unexpected("prompt \(prompt.name)") }
      #expect(context.phase == "mfa")
      generator = try TOTP(secret: Secret(try #require(Base32.decode(setup.secret.revealText()))), period: setup.period)
      #expect(setup.uri.revealText().hasPrefix("otpauth://totp/"))
      try await flow.submit(code: generator.code(at: bench.clock.now()))
      _ = try await reader.session()
    }
    bench.clock.advance(by: .seconds(60))
    var (flow, reader) = try await afterFirstFactor(bench)
    guard case .enterTOTP = try await reader.prompt().prompt else { throw Unexpected("no prompt for TOTP") }
    try await flow.submit(code: generator.code(at: bench.clock.now()))
    _ = try await reader.session()
  }

  @Test func setsUpAPhoneByItsCode() async throws {
    let bench = try HawcxBench()
    try bench.policy(["mfa_policy": "required", "mfa_methods": ["totp", "sms_otp"]])
    var (flow, reader) = try await afterFirstFactor(bench)
    _ = try await reader.prompt()
    try await flow.select(method: .smsOTP)
    guard case .enterPhone = try await reader.prompt().prompt else { throw Unexpected("no phone") }
    try await flow.submit(phone: "+14155550100")
    guard case .enterCode(let code) = try await reader.prompt().prompt else { throw Unexpected("no code") }
    #expect(code.channel == .sms)
    try await flow.submit(code: try bench.sandbox.lastCode(to: "+14155550100"))
    _ = try await reader.session()
  }

  @Test func signsInAfterAnotherDeviceApproves() async throws {
    for approves in [true, false] {
      let bench = try HawcxBench()
      try bench.policy(["primary_methods": ["qr"]])
      let flow = bench.auth.signIn(identifier: "jane@example.com")
      var reader = FlowReader(flow)
      let (prompt, _) = try await reader.prompt()
      guard case .awaitApproval(let approval) = prompt else { throw Unexpected("prompt \(prompt.name)") }
      #expect(approval.pollInterval == .seconds(2))
      #expect(approval.expiresAt == bench.clock.now().addingTimeInterval(120))
      await bench.clock.waitForSleepers()
      let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
      bench.clock.advance(by: .seconds(2))
      await bench.clock.waitForSleepers()
      #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent + 1, "one poll, and nothing new to show")
      let ticketed = try #require(try flowSession(approval))
      try bench.post(
        "/sandbox/approve", ["session": .string(ticketed), "decision": approves ? "approve" : "deny"])
      try await flow.poll()
      if approves {
        _ = try await reader.session()
      } else {
        #expect(try await reader.failure().code == .approvalDenied)
      }
    }
  }

  /// `autoPollApprovals: false`: the flow polls only when the app asks for it.
  @Test func appPollsByItself() async throws {
    let bench = try HawcxBench { $0["autoPollApprovals"] = false }
    try bench.policy(["primary_methods": ["qr"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    guard case .awaitApproval(let approval) = try await reader.prompt().prompt else { throw Unexpected("no approval") }
    #expect(!approval.isPolled)
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    for _ in 0..<20 {
      bench.clock.advance(by: .seconds(3))
      await Task.yield()
    }
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent)
    #expect(bench.clock.sleeperCount == 0)
    try bench.post(
      "/sandbox/approve", ["session": .string(try #require(try flowSession(approval))), "decision": "approve"])
    try await flow.poll()
    _ = try await reader.session()
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent + 1)
  }

  /// The policy `enrollment_methods` lists the second factors that a user may set up during a sign-in.
  @Test func offersOnlyAllowedEnrolments() async throws {
    let bench = try HawcxBench()
    try bench.policy([
      "mfa_policy": "required", "mfa_methods": ["totp", "sms_otp"], "enrollment_methods": ["totp"],
    ])
    var (flow, reader) = try await afterFirstFactor(bench)
    // The flow selects the only method without a prompt.
    guard case .setupTOTP = try await reader.prompt().prompt else { throw Unexpected("no TOTP setup") }
    flow.reset()
    try bench.policy(["enrollment_methods": []])
    (flow, reader) = try await afterFirstFactor(bench)
    guard case .selectMethod(let all) = try await reader.prompt().prompt else { throw Unexpected("no method list") }
    #expect(all.map(\.id) == [.totp, .smsOTP])
  }

  @Test func continuesFromAnIdentityProvidersPage() async throws {
    let bench = try HawcxBench()
    try bench.policy(["primary_methods": ["oauth:demo"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    let (prompt, _) = try await reader.prompt()
    guard case .redirect(let redirect) = prompt else { throw Unexpected("prompt \(prompt.name)") }
    #expect(redirect.callbackScheme == "latchkey")
    try await flow.resume(callback: try visit(redirect.url, bench, denying: true))
    #expect(try await reader.complaint().code == .redirectDenied)
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    try await flow.resume(callback: try #require(URL(string: "latchkey://callback?code=c&state=s")))
    #expect(try await reader.complaint().code == .redirectMismatch)
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent, "nothing of another flow was sent")
    try await flow.resume(callback: try visit(redirect.url, bench))
    _ = try await reader.session()
  }

  /// Opens a page as a browser does, and returns the callback URL.
  private func visit(_ url: URL, _ bench: HawcxBench, denying: Bool = false) throws -> URL {
    let target = url.absoluteString.dropFirst(bench.sandbox.baseURL.count) + (denying ? "&deny=1" : "")
    let response = bench.sandbox.handle(SandboxRequest("GET", String(target)))
    return try #require(response.headers["Location"].flatMap { URL(string: $0) })
  }

  @Test func doesNotPollForAnExpiredApproval() async throws {
    let bench = try HawcxBench()
    try bench.policy(["primary_methods": ["qr"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    await bench.clock.waitForSleepers()
    let before = try bench.sandbox.requestCount("/hawcx/v1/auth")
    bench.clock.advance(by: .seconds(121))
    #expect(try await reader.failure().code == .approvalExpired)
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    // At most two polls: one that was in transit, and one that finds the expired approval. There is no poll for each
    // interval of the two minutes.
    #expect(sent <= before + 2)
    for _ in 0..<10 {
      bench.clock.advance(by: .seconds(60))
      await Task.yield()
    }
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent)
  }

  /// The session in a QR code (H33).
  private func flowSession(_ approval: ApprovalPrompt) throws -> String? {
    guard let text = approval.qrData else { return nil }
    return try JSONValue(parsing: Array(text.utf8))["session_id"]?.stringValue
  }
}
