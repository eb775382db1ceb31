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

/// A stronger authentication for a session (RFC 9470).
@Suite struct OIDCStepUpTests {
  /// Finishes a step-up whose ID token has these changes.
  private func finish(
    _ bench: Bench, _ flow: AuthFlow, type: String = "Bearer", access: String = "access-2",
    _ change: (inout JSONObject) -> Void
  ) async throws -> (page: [String: String], session: Session) {
    let page = try await bench.page(flow)
    var claims = bench.issuer.claims(nonce: page["nonce"])
    change(&claims)
    bench.issuer.forget("/token")
    var answer = try bench.issuer.tokens(claims, type: type)
    answer["access_token"] = .string(access)
    bench.issuer.answer("/token", answer)
    try await flow.resume(callback: bench.callback("code=code-2&state=\(page["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    return (page, session)
  }

  private func now(_ bench: Bench) -> Int64 { Int64(bench.clock.now().timeIntervalSince1970) }

  @Test func aServersDemandIsMetAndNotRenewed() async throws {
    let bench = try Bench()
    let session = try await bench.signIn()
    bench.issuer.answer(
      "/api", [:], status: 401,
      headers: [
        "WWW-Authenticate": #"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age="60""#
      ])
    bench.issuer.answer("/api", [:])
    let request = try TransportRequest("GET", TestIssuer.name + "/api")
    let response = try await bench.auth.send(request)
    #expect(response.status == 401 && bench.issuer.requests("/token").count == 1, "no renewal was tried")
    let demand = try #require(StepUpChallenge(response))
    let now = now(bench)
    let (page, stepped) = try await finish(bench, bench.auth.start(FlowRequest(stepUp: demand, action: "pay"))) {
      $0["acr"] = "silver"
      $0["auth_time"] = .integer(now - 30)
    }
    #expect(page["acr_values"] == "gold silver" && page["max_age"] == "60" && page["prompt"] == nil)
    #expect(page["login_hint"] == session.identifier)
    #expect(stepped.id == session.id && stepped.subject == session.subject)
    #expect(stepped.generation == session.generation + 1 && stepped.claims["acr"] == "silver")
    #expect(try await bench.auth.storedSession()?.tokens.access == Secret("access-2"))
    #expect(try await bench.auth.send(request).status == 200)
    #expect(bench.issuer.requests("/api").last?.headers["Authorization"] == "Bearer access-2")
  }

  @Test func withoutADemandTheUserAuthenticatesAgain() async throws {
    let bench = try Bench()
    try await bench.signIn()
    let now = now(bench)
    let flow = bench.auth.start(FlowRequest(purpose: .stepUp(action: "pay")))
    let (page, _) = try await finish(bench, flow) { $0["auth_time"] = .integer(now) }
    #expect(page["max_age"] == "0" && page["acr_values"] == nil)
    #expect(page["prompt"] == "login", "some issuers ignore max_age=0")
  }

  @Test func anIssuerGetsNoPromptThatItDoesNotKnow() async throws {
    for (announced, configured, expected) in [
      (["login", "consent"], "consent", "login consent"), (["login"], "select_account", "login"),
      (["consent"], "consent", "consent"), (["none"], nil, nil),
    ] as [([JSONValue], String?, String?)] {
      let parameters: JSONObject = configured.map { ["prompt": .string($0)] } ?? [:]
      let bench = try Bench(["authorizationParameters": .object(parameters)])
      bench.issuer.announce("prompt_values_supported", .array(announced))
      try await bench.signIn()
      let flow = bench.auth.start(FlowRequest(purpose: .stepUp(action: "pay")))
      #expect(try await bench.page(flow)["prompt"] == expected)
    }
  }

  @Test func anUnmetDemandKeepsTheSession() async throws {
    let changes: [(inout JSONObject) -> Void] = [
      { $0["acr"] = "bronze" }, { $0["acr"] = nil },
      {
        $0["acr"] = "gold"; $0["auth_time"] = 1
      },
      {
        $0["acr"] = "gold"; $0["auth_time"] = nil
      },
      {
        $0["acr"] = "gold"; $0["sub"] = "user-2"
      },
    ]
    for change in changes {
      let bench = try Bench()
      let session = try await bench.signIn()
      let demand = StepUpChallenge(classes: ["gold"], maximumAge: 60)
      let now = now(bench)
      await #expect(throws: AuthError(.invalidToken, "")) {
        try await finish(bench, bench.auth.start(FlowRequest(stepUp: demand, action: "pay"))) {
          $0["auth_time"] = .integer(now)
          change(&$0)
        }
      }
      #expect(try await bench.auth.storedSession() == session)
    }
  }

  @Test func theKeyOfTheSessionStays() async throws {
    let bench = try Bench()
    bench.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    let session = try await bench.signIn(type: "DPoP")
    let now = now(bench)
    let flow = bench.auth.start(FlowRequest(purpose: .stepUp(action: "pay")))
    let (page, stepped) = try await finish(bench, flow, type: "DPoP") { $0["auth_time"] = .integer(now) }
    let thumbprint = try session.key?.thumbprint()
    #expect(stepped.key == session.key && page["dpop_jkt"] == thumbprint)
    #expect(try await bench.keys.keys(in: "oidc") == [session.key].compactMap(\.self))
    // A step-up that fails keeps the key, too.
    let failing = bench.auth.start(FlowRequest(purpose: .stepUp(action: "pay")))
    await #expect(throws: AuthError(.invalidToken, "")) { try await finish(bench, failing, type: "DPoP") { _ in } }
    #expect(try await bench.keys.keys(in: "oidc") == [session.key].compactMap(\.self))
  }

  @Test func onlyThePageCanBeAsked() async throws {
    let bench = try Bench()
    try await bench.signIn()
    let flow = bench.auth.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .deviceCode))
    await #expect(throws: AuthError(.methodNotAvailable, "")) { try await flow.result() }
  }

  /// The requirement survives a suspension: another process checks it, too.
  @Test func aResumedFlowChecksTheDemand() async throws {
    let bench = try Bench()
    try await bench.signIn()
    let demand = StepUpChallenge(classes: ["gold"])
    let flow = bench.auth.start(FlowRequest(stepUp: demand, action: "pay"))
    let page = try await bench.page(flow)
    let resumed = bench.auth.resume(try await flow.suspend())
    bench.issuer.forget("/token")
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: page["nonce"])))
    for await update in resumed {
      guard case .prompt(.redirect, _) = update else { continue }
      try await resumed.resume(callback: bench.callback("code=code-2&state=\(page["state"] ?? "")"))
    }
    await #expect(throws: AuthError(.invalidToken, "")) { try await resumed.result() }
  }
}
