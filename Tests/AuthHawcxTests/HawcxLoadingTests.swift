import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A flow stays in its loading state for at most 30 seconds and then shows an error.
@Suite struct HawcxLoadingTests {
  @Test func invisibleStepsShareTheTime() {
    let loading = HawcxLoading()
    #expect(loading.left(at: .seconds(100), isFollowUp: false) == .seconds(30))
    #expect(loading.left(at: .seconds(112), isFollowUp: true) == .seconds(18))
    #expect(loading.left(at: .seconds(200), isFollowUp: true) == .zero)
    #expect(loading.left(at: .seconds(200), isFollowUp: false) == .seconds(30))
    #expect(HawcxLoading().left(at: .seconds(7), isFollowUp: true) == .seconds(30))
  }

  /// An approval can take longer than loading may, so the steps after its poll have a separate time limit.
  @Test(.timeLimit(.minutes(5))) func stepsAfterAnApprovalHaveTheirOwnTimeLimit() async throws {
    let bench = try HawcxBench()
    let step: JSONValue = [
      "session": "auth_x",
      "step": ["type": "error", "code": "invalid_code", "action": "retry_input", "retryable": true, "message": "m"],
    ]
    let transport = FaultyTransport(
      around: ScriptedTransport(Array(repeating: .json("POST", "/v1/auth", step), count: 3)), clock: bench.clock)
    var reader = ConfigurationReader(
      try #require(bench.sandbox.configuration["providers"]?["hawcx"]?.objectValue), path: "$",
      sources: ConfigurationSources())
    let devices = HawcxDevices(
      providerID: "hawcx", configuration: try HawcxConfiguration(reading: &reader),
      services: ProviderServices(
        transport: transport, keys: KeyRing(bench.keys), records: bench.records, clock: bench.clock))
    let api = HawcxAPI(
      configuration: devices.configuration, transport: transport, clock: bench.clock,
      requestIDs: HawcxRequestIDs(random: SeededRandomSource()))
    let performer = HawcxFlowPerformer(api: api, devices: devices, services: devices.services)
    _ = try await performer.perform(.send(.selectMethod("qr"), session: "auth_x"))
    bench.clock.advance(by: .seconds(120))
    _ = try await performer.perform(.poll(session: "auth_x", until: bench.clock.now().addingTimeInterval(60)))
    transport.add(Fault(.delay(.seconds(1)), path: "/v1/auth"))
    let choice = Task { try await performer.perform(.choose("email_otp", session: "auth_x")) }
    await bench.clock.waitForSleepers(2)
    bench.clock.advance(by: .seconds(1))
    _ = try await choice.value
  }

  @Test func unansweredStartFailsWithATimeout() async throws {
    let bench = try HawcxBench()
    bench.transport.add(Fault(.delay(.seconds(3600)), path: "/v1/auth"))
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    // The two sleepers are the request and its time limit.
    await bench.clock.waitForSleepers(2)
    bench.clock.advance(by: .seconds(29))
    #expect(!flow.current.isTerminal)
    bench.clock.advance(by: .seconds(1))
    var reader = FlowReader(flow)
    let error = try await reader.failure()
    #expect(error.code == .timeout && error.message.contains("'start'") && error.message.contains("30 seconds"))
    #expect(error.recovery == .retryRequest)
  }

  @Test func unansweredSubmissionLeavesThePrompt() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    let prompt = try await reader.prompt().prompt
    bench.transport.add(Fault(.delayAnswer(.seconds(3600)), times: 1, path: "/v1/auth"))
    let code = try bench.sandbox.lastCode(to: "jane@example.com")
    try await flow.submit(code: code)
    await bench.clock.waitForSleepers(2)
    bench.clock.advance(by: .seconds(30))
    let (again, context) = try await reader.prompt()
    #expect(again == prompt)
    #expect(context.lastError?.code == .timeout && context.lastError?.message.contains("'submit_code'") == true)
    // The server has accepted the code. Submitting the same code again repeats the request and gets the same response.
    try await flow.submit(code: code)
    _ = try await reader.session()
  }
}
