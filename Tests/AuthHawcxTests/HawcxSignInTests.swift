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

/// Sign-ins against the sandbox, from the first request to a session that authorises requests.
@Suite struct HawcxSignInTests {
  @Test func codeByMailOpensASession() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    let (prompt, context) = try await reader.prompt()
    guard case .enterCode(let code) = prompt else { throw Unexpected("prompt \(prompt.name)") }
    #expect(code.length == 6 && code.format == .numeric && code.channel == .email)
    #expect(!code.destination.contains("jane") && code.destination.hasPrefix("j***@"), "masked")
    #expect(code.expiresAt == bench.clock.now().addingTimeInterval(300))
    #expect(code.canResend(at: bench.clock.now()) == false)
    #expect(context.traceID != nil)
    #expect(context.hawcxSessionExpiresAt == bench.clock.now().addingTimeInterval(900))

    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    let session = try await reader.session()
    #expect(session.identifier == "jane@example.com")
    #expect(session.providerID == "hawcx")
    #expect(!session.subject.isEmpty)
    #expect(try await bench.auth.storedSession() == session)

    let url = try #require(URL(string: bench.sandbox.baseURL + "/backend/me"))
    let answer = try await bench.auth.send(TransportRequest("GET", url))
    #expect(answer.status == 200)
    let who = try answer.json()
    #expect(who["provider"] == "hawcx")
    #expect(who["subject"] == .string(session.subject))
  }

  @Test func codeBySMSOpensASession() async throws {
    let bench = try HawcxBench()
    try bench.policy(["primary_methods": ["email_otp", "sms_otp"]])
    let session = try await bench.signIn("+14155550100")
    #expect(session.identifier == "+14155550100")
  }

  @Test func manualSelectionAsks() async throws {
    let bench = try HawcxBench { $0["methodSelection"] = "manual" }
    try bench.policy(["primary_methods": ["email_otp", "sms_otp"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    guard case .selectMethod(let options) = try await reader.prompt().prompt else { throw Unexpected("no method list") }
    #expect(options.map(\.id).contains(.emailOTP))
    await #expect(throws: AuthError(.invalidState, "")) { try await flow.select(method: "passkey") }
    try await flow.select(method: .emailOTP)
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no code") }
    await flow.cancel()
  }

  @Test func usesTheRequestedMethodWithoutAPrompt() async throws {
    let bench = try HawcxBench { $0["methodSelection"] = "manual" }
    try bench.policy(["primary_methods": ["email_otp", "sms_otp"]])
    var reader = FlowReader(bench.auth.start(FlowRequest(identifier: "jane@example.com", method: .emailOTP)))
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no code") }
  }

  @Test func withoutAnIdentifierTheUserIsAsked() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.signIn()
    var reader = FlowReader(flow)
    guard case .selectMethod = try await reader.prompt().prompt else { throw Unexpected("no method list") }
    try await flow.select(method: .emailOTP)
    guard case .enterEmail = try await reader.prompt().prompt else { throw Unexpected("no address") }
    try await flow.submit(email: "nobody")
    #expect(try await reader.complaint().code == .invalidIdentifier)
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == 0, "nothing was sent for a wrong form")
    try await flow.submit(email: "jane@example.com")
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no code") }
  }

  @Test func withoutABackendTheIdentityTokenIsTheSession() async throws {
    let bench = try HawcxBench { $0["backend"] = nil }
    let session = try await bench.signIn()
    #expect(session.tokens.refresh == nil)
    #expect(session.tokens.identity != nil && session.tokens.access == session.tokens.identity)
    #expect(session.claims["sub"] == .string(session.subject))
    let life = try #require(session.expiresAt).timeIntervalSince(bench.clock.now())
    #expect(life > 0 && life <= 3600)
    bench.clock.advance(by: .seconds(3601))
    await #expect(throws: AuthError(.reauthenticationRequired, "")) { try await bench.auth.session() }
    #expect(try await bench.auth.storedSession() == session, "the record is kept")
  }

  @Test func withoutBackendAndClientTheFlowEndsInTheCode() async throws {
    let bench = try HawcxBench {
      $0["backend"] = nil
      $0["clientId"] = nil
    }
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    guard case .authorizationCode(let code) = try await reader.result() else { throw Unexpected("no code") }
    #expect(code.verifier?.count == 43)
    #expect(code.identifier == "jane@example.com" && code.flowSession != nil && code.traceID != nil)
    #expect(code.expiresAt == bench.clock.now().addingTimeInterval(60))
    #expect(try await bench.auth.storedSession() == nil)

    let exchanged = try bench.post(
      "/backend/hawcx/exchange",
      [
        "authCode": .string(code.code.revealText()), "codeVerifier": .string(code.verifier?.revealText() ?? ""),
        "identifier": "jane@example.com",
      ])
    #expect(exchanged["token"] != nil)
  }

  @Test func disabledExchangeIsLeftToTheApp() async throws {
    let bench = try HawcxBench()
    let flow = bench.auth.start(FlowRequest(identifier: "jane@example.com", exchange: false))
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    guard case .authorizationCode = try await reader.result() else { throw Unexpected("no code") }
    #expect(try bench.sandbox.requestCount("/backend/hawcx/exchange") == 0)
  }

  @Test func refusesUnsupportedPurposesWithoutARequest() async throws {
    let bench = try HawcxBench()
    for purpose: FlowRequest.Purpose in [.enroll(.totp), .link(.emailOTP)] {
      var reader = FlowReader(bench.auth.start(FlowRequest(purpose: purpose, token: Secret("t"))))
      #expect(try await reader.failure().code == .unsupported)
    }
    #expect(try bench.sandbox.requestCount("/hawcx/v1/auth") == 0)
  }
}
