import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// Account management, which needs a start token from the app's backend or a second factor.
@Suite struct HawcxManagementTests {
  private func token(_ bench: HawcxBench, _ identifier: String = "jane@example.com") throws -> Secret {
    let answer = try bench.post(
      "/backend/hawcx/step-up", ["identifier": .string(identifier), "purpose": "change_phone_number"])
    return Secret(try #require(answer["startToken"]?.stringValue))
  }

  private func manage(_ bench: HawcxBench, _ token: Secret?) -> AuthFlow {
    bench.auth.start(FlowRequest(identifier: "jane@example.com", purpose: .manage, token: token))
  }

  /// The prompt for the number shows the known number, so that the user can confirm or correct it.
  @Test func setsAPhoneNumberAndConfirmsIt() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    var known: String?
    for number in ["+14155550100", "+14155550100", "+14155550199"] {
      let flow = manage(bench, try token(bench))
      var reader = FlowReader(flow)
      _ = try await reader.prompt()
      try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
      guard case .enterPhone(let phone) = try await reader.prompt().prompt else { throw Unexpected("no number") }
      #expect(phone.existing == known)
      try await flow.submit(phone: "12")
      #expect(try await reader.complaint().code == .invalidIdentifier)
      try await flow.submit(phone: number)
      _ = try await reader.prompt()
      try await flow.submit(code: try bench.sandbox.lastCode(to: number))
      // The result is not a new session, because the user already has one. The backend can use the code as a proof.
      guard case .authorizationCode = try await reader.result() else { throw Unexpected("no code") }
      known = number
    }
  }

  @Test func refusesAnotherUsersOrAnExpiredToken() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    var unrelated = FlowReader(manage(bench, try token(bench, "joe@example.com")))
    #expect(try await unrelated.failure().code == .invalidToken)
    let old = try token(bench)
    bench.clock.advance(by: .seconds(61))
    var late = FlowReader(manage(bench, old))
    let error = try await late.failure()
    #expect(error.code == .tokenExpired && error.recovery == .restart)
  }

  @Test func asksForASecondFactorIfThePolicyRequiresIt() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    for (policy, withToken, asks) in [("skip", true, false), ("require", true, true), ("skip", false, true)] {
      try bench.policy(["stepup_policy": .string(policy), "mfa_methods": ["totp"]])
      let flow = manage(bench, withToken ? try token(bench) : nil)
      var reader = FlowReader(flow)
      _ = try await reader.prompt()
      try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
      let (prompt, context) = try await reader.prompt()
      #expect((prompt.name == "setupTOTP" && context.phase == "mfa") == asks, "\(policy) \(withToken)")
      flow.reset()
    }
  }
}
