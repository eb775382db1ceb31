import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in with another device, on a manual clock (RFC 8628 §3.5).
@Suite struct OIDCDeviceTests {
  private func bench() throws -> Bench {
    let bench = try Bench(["method": "device_code"])
    bench.issuer.answer(
      "/device",
      [
        "device_code": "d-1", "user_code": "ABCD-EFGH", "verification_uri": "https://issuer.example/d",
        "verification_uri_complete": "https://issuer.example/d?c=ABCD-EFGH", "expires_in": 600, "interval": 5,
      ])
    return bench
  }

  private func pending(_ name: String) -> JSONObject { ["error": .string(name)] }

  /// Lets the flow poll until it has polled `count` times in all.
  private func poll(_ bench: Bench, until count: Int) async {
    while bench.issuer.requests("/token").count < count {
      // While a poll is in progress no task sleeps, and the clock does not advance.
      if bench.clock.sleeperCount > 0 { bench.clock.advance(by: .seconds(1)) }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test func signsInAfterTheOtherDeviceApproves() async throws {
    let bench = try bench()
    for answer in ["authorization_pending", "slow_down", "authorization_pending"] {
      bench.issuer.answer("/token", pending(answer), status: 400)
    }
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: nil)))
    let flow = bench.auth.signIn()
    var intervals: [Int64] = []
    let watching = Task {
      var shown: [Int64] = []
      for await update in flow {
        if case .prompt(.awaitApproval(let prompt), _) = update { shown.append(prompt.pollInterval.components.seconds) }
      }
      return shown
    }
    await poll(bench, until: 4)
    guard case .session(let session, _) = try await flow.result() else { return }
    intervals = await watching.value
    #expect(session.subject == "user-1")
    #expect(intervals == [5, 10], "slow_down adds five seconds permanently")
    #expect(bench.clock.sleeps.filter { $0 > .seconds(1) } == [.seconds(5), .seconds(5), .seconds(10), .seconds(10)])
    let form = try #require(bench.issuer.requests("/token").first).form
    #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" && form["device_code"] == "d-1")
  }

  @Test func refusalAndExpiryFailTheFlow() async throws {
    for (name, code) in [("access_denied", .approvalDenied), ("expired_token", .approvalExpired)]
      as [(String, AuthError.Code)]
    {
      let bench = try bench()
      bench.issuer.answer("/token", pending(name), status: 400)
      let flow = bench.auth.signIn()
      await poll(bench, until: 1)
      await #expect(throws: AuthError(code, "")) { try await flow.result() }
    }
  }

  @Test func expiryFailsTheFlowWithoutAPoll() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", pending("authorization_pending"), status: 400)
    let flow = bench.auth.signIn()
    await bench.clock.waitForSleepers()
    bench.clock.advance(by: .seconds(601))
    await #expect(throws: AuthError(.approvalExpired, "")) { try await flow.result() }
    #expect(bench.issuer.requests("/token").isEmpty, "the flow does not poll with an expired code")
  }

  @Test func refusesATokenWithANonce() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: "somebody's")))
    let flow = bench.auth.signIn()
    await poll(bench, until: 1)
    await #expect(throws: AuthError(.invalidToken, "")) { try await flow.result() }
  }
}
