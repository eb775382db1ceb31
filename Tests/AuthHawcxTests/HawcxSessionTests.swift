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

/// The session of the app's backend after the sign-in.
@Suite struct HawcxSessionTests {
  @Test func renewsBeforeExpiryAndKeepsTheIdentity() async throws {
    let bench = try HawcxBench()
    let session = try await bench.signIn()
    let end = try #require(session.expiresAt)
    bench.clock.advance(by: .seconds(Int64(end.timeIntervalSince(bench.clock.now())) + 1))
    let renewed = try await bench.auth.session()
    #expect(renewed.id == session.id && renewed.subject == session.subject && renewed.tenant == session.tenant)
    #expect(renewed.identifier == "jane@example.com")
    #expect(renewed.tokens.access != session.tokens.access && renewed.tokens.refresh != session.tokens.refresh)
    #expect(renewed.generation == session.generation + 1)
    let url = try #require(URL(string: bench.sandbox.baseURL + "/backend/me"))
    #expect(try await bench.auth.send(TransportRequest("GET", url)).status == 200)
  }

  @Test func renewsARefusedCredentialOnce() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    bench.transport.add(Fault(.status(401), times: 1, path: "/backend/me"))
    let url = try #require(URL(string: bench.sandbox.baseURL + "/backend/me"))
    #expect(try await bench.auth.send(TransportRequest("GET", url)).status == 200)
    #expect(try bench.sandbox.requestCount("/backend/session/refresh") == 1)
  }

  @Test func refusalByTheBackendEndsTheSession() async throws {
    let bench = try HawcxBench()
    let session = try await bench.signIn()
    try bench.post("/sandbox/revoke", ["provider": "hawcx", "subject": .string(session.subject)])
    await #expect(throws: AuthError(.sessionExpired, "")) { try await bench.auth.refresh() }
    #expect(try await bench.auth.storedSession() == nil)
  }

  @Test func unreachableBackendKeepsTheSession() async throws {
    let bench = try HawcxBench()
    let session = try await bench.signIn()
    bench.transport.add(Fault(.dropRequest, path: "/session/refresh"))
    await #expect(throws: AuthError(.network, "")) { try await bench.auth.refresh() }
    bench.transport.heal()
    #expect(try await bench.auth.session() == session)
  }

  @Test func signOutDeletesTheSessionAndNotifiesTheBackend() async throws {
    let bench = try HawcxBench()
    let session = try await bench.signIn()
    let token = try #require(session.tokens.access).revealText()
    let result = try await bench.auth.signOut()
    #expect(result.unrevoked.isEmpty)
    #expect(try await bench.auth.storedSession() == nil)
    let answer = bench.sandbox.handle(
      SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer \(token)"]))
    #expect(answer.status == 401)
  }

  @Test func credentialsStayAtTheirOrigins() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    let url = try #require(URL(string: "https://elsewhere.example/me"))
    await #expect(throws: AuthError(.originNotAllowed, "")) { try await bench.auth.send(TransportRequest("GET", url)) }
  }

  @Test func suspendedFlowResumesOnce() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    let prompt = try await reader.prompt().prompt
    let ticket = try await flow.suspend()
    #expect(try await reader.failure().code == .cancelled)

    let resumed = bench.auth.resume(ticket)
    var second = FlowReader(resumed)
    #expect(try await second.prompt().prompt == prompt)
    try await resumed.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    #expect(try await second.session().identifier == "jane@example.com")
    var third = FlowReader(bench.auth.resume(ticket))
    #expect(try await third.failure().code == .flowExpired)
  }

  @Test func forgottenFlowFailsOnResumption() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    let ticket = try await flow.suspend()
    bench.clock.advance(by: .seconds(901))
    var second = FlowReader(bench.auth.resume(ticket))
    #expect(try await second.failure().code == .flowExpired)
  }

  /// The suspended flow keeps the request's profile, so a flow that restarts in another process uses the same hosted
  /// sign-in and the same code challenge.
  @Test func suspendedFlowKeepsItsProfile() throws {
    var profile = FlowProfile()
    profile.hawcxHostedSession = Base64URL.encode([UInt8](repeating: 9, count: 32))
    profile.hawcxCodeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    var script = HawcxScript(profile: profile)
    _ = script.flow.begin()
    _ = try script.server(HawcxScript.enterCode)
    var resumed = try HawcxFlow(
      resuming: try #require(script.flow.suspended), startedFor: FlowRequest(profile: profile), policy: .automatic,
      mayRestart: true, codec: HawcxJSONCodec(), now: HawcxScript.now)
    _ = resumed.begin()
    _ = resumed.answered(.code(Secret("123456")))
    let lost = AuthError(.keyUnavailable, "gone", recovery: .restart)
    guard case .start(let start) = resumed.received(.failure(lost)).action else { throw Unexpected("no new start") }
    #expect(start.hostedSession == profile.hawcxHostedSession && start.codeChallenge == profile.hawcxCodeChallenge)
    #expect(start.identifier == "jane@example.com")
  }

  @Test func outputContainsNoSecret() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    var seen: [String] = []
    let first = try await reader.prompt()
    seen.append("\(first)")
    let code = try bench.sandbox.lastCode(to: "jane@example.com")
    try await flow.submit(code: bench.wrong(code))
    let second = try await reader.prompt()
    seen.append("\(second)")
    try await flow.submit(code: code)
    let session = try await reader.session()
    seen.append("\(session)")
    _ = try await bench.auth.refresh()
    seen.append(contentsOf: bench.observer.events.map { "\($0)" })
    var secrets = [code, bench.wrong(code)]
    for token in [session.tokens.access, session.tokens.refresh] { secrets.append(try #require(token).revealText()) }
    for text in seen {
      for secret in secrets where text.contains(secret) { Issue.record("a secret appears in \(text.prefix(60))…") }
    }
  }
}
