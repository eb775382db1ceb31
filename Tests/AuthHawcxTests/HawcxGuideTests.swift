import AuthCore
import AuthHawcx
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of the vendor's guide for iOS (V6), in its order, with the calls of this package. `HawcxStepTests` has a test
/// for each of the guide's seven prompts, and `HawcxFlowTests` one for its seven error actions.
@Suite struct HawcxGuideTests {
  private let jane = "jane@example.com"

  /// "You can pass either the tenant host root or an existing /v1 URL."
  @Test(arguments: ["", "/", "/v1", "/v1/"]) func initialise(_ ending: String) async throws {
    let bench = try HawcxBench { block in
      guard let url = block["baseURL"]?.stringValue else { return }
      let root = url.hasSuffix("/v1") ? String(url.dropLast(3)) : url
      block["baseURL"] = .string(root + ending)
    }
    _ = try await bench.signIn()
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") > 0)
  }

  /// "Auto-select the primary method … when the identifier already makes the correct email or phone path obvious."
  @Test(arguments: [("jane@example.com", CodePrompt.Channel.email), ("+14155550100", .sms)])
  func start(_ identifier: String, _ channel: CodePrompt.Channel) async throws {
    let bench = try HawcxBench { $0["methodSelection"] = "automatic" }
    try bench.policy(["primary_methods": ["email_otp", "sms_otp"]])
    let flow = bench.auth.signIn(identifier: identifier)
    guard case .enterCode(let code) = try await flow.prompt().prompt else { throw Unexpected("no prompt for a code") }
    #expect(code.channel == channel)
    await flow.cancel()
  }

  /// "Use additional fields only when your tenant policy requires them": an invite code.
  @Test func inviteCode() async throws {
    let bench = try HawcxBench()
    try bench.policy(["invite_code": "12345678"])
    var profile = FlowProfile()
    profile.hawcxInviteCode = "12345678"
    let flow = bench.auth.start(FlowRequest(identifier: jane, purpose: .signUp, profile: profile))
    guard case .enterCode = try await flow.prompt().prompt else { throw Unexpected("no prompt for a code") }
    try await flow.submit(code: try bench.sandbox.lastCode(to: jane))
    #expect(try await flow.result().name == "session")
  }

  /// "Capture traceId"; the risk is nil unless the server assesses one.
  @Test func metadata() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: jane)
    let context = try await flow.prompt().context
    #expect(context.traceID?.isEmpty == false)
    #expect(context.risk == nil || context.risk?.detected == false)
    await flow.cancel()
  }

  /// "If didResend is false, the resend window is not open yet. Use resendAt."
  @Test func resend() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: jane)
    guard case .enterCode(let code) = try await flow.prompt().prompt else { throw Unexpected("no prompt for a code") }
    let first = try bench.sandbox.lastCode(to: jane)
    let opens = try #require(code.resendAt)
    #expect(!code.canResend(at: bench.clock.now()))
    await #expect(throws: AuthError.self) { try await flow.resend() }
    bench.clock.advance(by: .seconds(opens.timeIntervalSince(bench.clock.now())))
    #expect(code.canResend(at: bench.clock.now()))
    _ = try await flow.prompt(after: { try await flow.resend() })
    let second = try bench.sandbox.lastCode(to: jane)
    #expect(second != first)
    try await flow.submit(code: second)
    #expect(try await flow.result().name == "session")
  }

  /// "Handle completion and backend exchange": the payload has the code, the verifier, the identifier and the session of
  /// the flow, and the code works once.
  @Test func backendExchange() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.start(FlowRequest(identifier: jane, exchange: false))
    _ = try await flow.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: jane))
    guard case .authorizationCode(let code) = try await flow.result() else { throw Unexpected("no code") }
    let payload: JSONValue = [
      "authCode": .string(code.code.revealText()), "codeVerifier": .string(code.verifier?.revealText() ?? ""),
      "identifier": .string(code.identifier ?? ""), "session": .string(code.flowSession ?? ""),
    ]
    #expect(code.identifier == jane && code.flowSession != nil && code.verifier != nil)
    #expect(try bench.post("/backend/hawcx/exchange", payload)["token"] != nil)
    let again = bench.sandbox.handle(SandboxRequest("POST", "/backend/hawcx/exchange", json: payload))
    #expect(again.status >= 400, "the code works once")
  }

  /// "Trusted devices": the guide's user interface does not change, and a reset does not remove the device.
  @Test func trustedDevices() async throws {
    let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
    try bench.policy(["device_enrollment": "required"])
    _ = try await bench.signIn()
    #expect(try await bench.keys.keys(in: "hawcx/device").count == 1)
    bench.auth.signIn(identifier: jane).reset()
    #expect(try await bench.keys.keys(in: "hawcx/device").count == 1)
    // By the sandbox's policy, a trusted device replaces the first factor.
    #expect(try await bench.auth.signIn(identifier: jane).result().name == "session")
  }

  /// "Reset, cancel, and recovery": neither signs the user out.
  @Test func resetAndCancel() async throws {
    let bench = try HawcxBench()
    let session = try await bench.signIn()
    let cancelled = bench.auth.signIn(identifier: jane)
    _ = try await cancelled.prompt()
    await cancelled.cancel()
    #expect(await cancelled.failure()?.code == .cancelled)
    let reset = bench.auth.signIn(identifier: jane)
    _ = try await reset.prompt()
    reset.reset()
    #expect(try await bench.auth.session() == session)
  }

  /// "Troubleshooting: 401 / 403 / Unauthorized": the error names the settings to check.
  @Test func unauthorized() async throws {
    let bench = try HawcxBench { $0["configId"] = "cfg_other" }
    let error = await #expect(throws: AuthError.self) { try await bench.auth.signIn(identifier: jane).result() }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("configId") == true)
  }
}

extension AuthFlow {
  /// The current or next prompt.
  fileprivate func prompt() async throws -> (prompt: Prompt, context: PromptContext) {
    try #require(await nextPrompt())
  }
}
