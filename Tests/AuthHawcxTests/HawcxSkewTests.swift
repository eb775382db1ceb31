import AuthCore
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server whose clock differs from the client's: resending is possible when the server allows it, and approvals are
/// valid for as long as the server says.
@Suite struct HawcxSkewTests {
  @Test(arguments: [-7200.0, -3600, -90, 90, 3600, 7200])
  func resendOpensWithTheServer(_ skew: Double) async throws {
    let bench = try HawcxBench(skew: skew)
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    bench.clock.advance(by: .seconds(27))
    do throws(AuthError) {
      try await flow.resend()
      Issue.record("a resend was possible after 27 of 30 seconds")
    } catch {
      #expect(error.code == .invalidState)
      #expect(abs((error.retryAfter ?? .zero).seconds - 3) <= 3, "\(error.retryAfter as Duration?)")
    }
    bench.clock.advance(by: .seconds(6))
    try await flow.resend()
    let (_, context) = try await reader.prompt()
    #expect(context.lastError == nil, "the server accepts it, too")
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    let session = try await reader.session()
    #expect(try await bench.auth.session() == session, "the session is valid for an hour by both clocks")
  }

  @Test(arguments: [-3600.0, 3600])
  func waitsForAnApprovalAsLongAsTheServer(_ skew: Double) async throws {
    let bench = try HawcxBench(skew: skew)
    try bench.policy(["primary_methods": ["push"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    guard case .awaitApproval = try await reader.prompt().prompt else { throw Unexpected("no approval") }
    let sent = try bench.sandbox.requestCount("/hawcx/v1/auth")
    try await flow.poll()
    while try bench.sandbox.requestCount("/hawcx/v1/auth") == sent { await Task.yield() }
    #expect(!flow.current.isTerminal, "the local clock does not end the flow")
    await bench.clock.waitForSleepers()
    bench.clock.advance(by: .seconds(125))
    #expect(try await reader.failure().code == .approvalExpired)
  }
}
