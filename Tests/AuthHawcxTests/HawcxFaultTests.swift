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

/// Wrong codes, answers out of place, cancellation, connection faults and refusals: which error each gives, whether the
/// flow continues, and that an earlier session is kept.
@Suite struct HawcxFaultTests {
  @Test func wrongCodesUseUpTheAttempts() async throws {
    let bench = try HawcxBench()
    let before = try await bench.signIn("joe@example.com")
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    let prompt = try await reader.prompt().prompt
    let code = try bench.sandbox.lastCode(to: "jane@example.com")
    for left in [4, 3, 2, 1] {
      try await flow.submit(code: bench.wrong(code))
      let (again, context) = try await reader.prompt()
      #expect(again == prompt)
      #expect(context.lastError?.code == .invalidCode && context.lastError?.recovery == .retryInput)
      #expect(context.attemptsRemaining == left)
    }
    try await flow.submit(code: bench.wrong(code))
    let error = try await reader.failure()
    #expect(error.code == .tooManyAttempts && error.recovery == .restart)
    #expect(error.provider == "hawcx" && error.vendorCode == "too_many_attempts")
    #expect(try await bench.auth.session() == before)
  }

  @Test func newCodeReplacesAnExpiredCode() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    let old = try bench.sandbox.lastCode(to: "jane@example.com")
    bench.clock.advance(by: .seconds(301))
    try await flow.submit(code: old)
    let error = try await reader.complaint()
    #expect(error.code == .codeExpired && error.recovery == .resend)
    try await flow.resend()
    _ = try await reader.prompt()
    let new = try bench.sandbox.lastCode(to: "jane@example.com")
    try #require(new != old)
    try await flow.submit(code: old)
    #expect(try await reader.complaint().code == .invalidCode, "the old code is no longer valid")
    try await flow.submit(code: new)
    _ = try await reader.session()
  }

  @Test func doesNotResendTooSoon() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    guard case .enterCode(let first) = try await reader.prompt().prompt else { throw Unexpected("no code") }
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    do throws(AuthError) {
      try await flow.resend()
      Issue.record("the code was resent before resending is allowed")
    } catch {
      #expect(error.code == .invalidState && error.retryAfter == .seconds(30))
    }
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent)
    bench.clock.advance(by: .seconds(30))
    #expect(first.canResend(at: bench.clock.now()))
    try await flow.resend()
    guard case .enterCode(let second) = try await reader.prompt().prompt else { throw Unexpected("no code") }
    #expect(second.resendAt == bench.clock.now().addingTimeInterval(30))
  }

  @Test func refusesAnswersOutOfPlaceWithoutARequest() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    let url = try #require(URL(string: "app://callback"))
    let answers: [FlowAnswer] = [
      .method(.emailOTP), .account("a"), .email("a@example.com"), .phone("+14155550100"), .fields([:]), .callback(url),
      .poll,
    ]
    for answer in answers {
      await #expect(throws: AuthError(.invalidState, "")) { try await flow.answer(answer) }
    }
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent)
    await flow.cancel()
    for answer in answers + [.code(Secret("123456")), .resend] {
      await #expect(throws: AuthError(.invalidState, "")) { try await flow.answer(answer) }
    }
  }

  @Test func cancelNotifiesTheServerAndResetDoesNot() async throws {
    for tells in [true, false] {
      let bench = try HawcxBench()
      let flow = bench.auth.signIn(identifier: "jane@example.com")
      var reader = FlowReader(flow)
      _ = try await reader.prompt()
      let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
      if tells { await flow.cancel() } else { flow.reset() }
      #expect(try await reader.failure().code == .cancelled)
      #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == sent + (tells ? 1 : 0))
    }
  }

  @Test func lateResponseAfterCancellationDoesNotSignIn() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    bench.transport.add(Fault(.delay(.seconds(5)), times: 1, path: "/v1/auth"))
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    await bench.clock.waitForSleepers(2)
    flow.reset()
    bench.clock.advance(by: .seconds(10))
    #expect(try await reader.failure().code == .cancelled)
    #expect(try await bench.auth.storedSession() == nil)
  }

  @Test func serverRepeatsALostResponse() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    let code = try bench.sandbox.lastCode(to: "jane@example.com")
    for fault in [Fault.Kind.dropAnswer, .dropRequest, .garbage] {
      bench.transport.add(Fault(fault, times: 1, path: "/v1/auth"))
      try await flow.submit(code: code)
      let error = try await reader.complaint()
      #expect(error.recovery == .retryRequest && error.isTransient)
    }
    try await flow.submit(code: code)
    _ = try await reader.session()
  }

  @Test func unreachableServerGivesOneError() async throws {
    let bench = try HawcxBench()
    bench.transport.add(Fault(.dropRequest))
    var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
    let error = try await reader.failure()
    #expect(error.code == .network && error.provider == "hawcx")
  }

  @Test func statusClassifiesResponsesWithoutAStep() async throws {
    let table: [(status: Int, code: AuthError.Code)] = [
      (401, .invalidConfiguration), (403, .invalidConfiguration), (404, .invalidConfiguration), (429, .rateLimited),
      (503, .serverError), (418, .providerError),
    ]
    for row in table {
      let bench = try HawcxBench()
      bench.transport.add(Fault(.status(row.status)))
      var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
      #expect(try await reader.failure().code == row.code, "\(row.status)")
    }
    let unrelated = try HawcxBench { $0["configId"] = "cfg_other" }
    var reader = FlowReader(unrelated.auth.signIn(identifier: "jane@example.com"))
    #expect(try await reader.failure().code == .invalidConfiguration)
  }

  @Test func codeThatTheBackendRefusesDoesNotSignIn() async throws {
    let bench = try HawcxBench()
    let before = try await bench.signIn("joe@example.com")
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    // The exchange is delayed by more than the minute for which the authorisation code is valid.
    bench.transport.add(Fault(.delay(.seconds(61)), times: 1, path: "/hawcx/exchange"))
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    // The server has accepted the user's code. The next sleeper is the exchange.
    while bench.transport.hits == 0 { await Task.yield() }
    await bench.clock.waitForSleepers()
    bench.clock.advance(by: .seconds(61))
    #expect(try await reader.failure().code == .invalidToken)
    #expect(try await bench.auth.session() == before)
  }

  @Test func revealsAnUnknownUserOnlyAfterTheCode() async throws {
    let bench = try HawcxBench()
    try bench.policy(["createUsers": false])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no prompt for a code") }
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    #expect(try await reader.failure().code == .userNotFound)

    try bench.policy(["createUsers": true])
    _ = try await bench.signIn("joe@example.com")
    let again = bench.auth.start(FlowRequest(identifier: "joe@example.com", purpose: .signUp))
    var second = FlowReader(again)
    do {
      _ = try await second.prompt()
      try await again.submit(code: try bench.sandbox.lastCode(to: "joe@example.com"))
      #expect(try await second.failure().code == .userExists)
    } catch let error as AuthError {
      #expect(error.code == .userExists)
    }
  }
}
