import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthTesting
import Testing

/// Step-ups: a start token from the app's backend begins a step-up, and its receipt finishes it at the backend, once.
@Suite struct HawcxStepUpTests {
  private func token(_ bench: HawcxBench, _ members: JSONObject) throws -> Secret {
    var body = members
    body["identifier"] = "jane@example.com"
    return Secret(try #require(try bench.post("/backend/hawcx/step-up", .object(body))["startToken"]?.stringValue))
  }

  private func finish(_ bench: HawcxBench, _ receipt: Secret) throws -> Int {
    bench.sandbox.handle(
      SandboxRequest(
        "POST", "/backend/hawcx/step-up/finish", json: ["receipt": .string(receipt.revealText())])
    ).status
  }

  /// Starts a flow and passes the first factor.
  private func begin(_ bench: HawcxBench, _ request: FlowRequest) async throws -> (AuthFlow, FlowReader) {
    let flow = bench.auth.start(request)
    var reader = FlowReader(flow)
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no code") }
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    return (flow, reader)
  }

  private func proof(_ reader: inout FlowReader) async throws -> ActionProof {
    guard case .proof(let proof) = try await reader.result() else { throw Unexpected("no proof") }
    return proof
  }

  @Test func provesTheNumberThatTheBackendNames() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    let request = FlowRequest(
      identifier: "jane@example.com", purpose: .stepUp(action: "change_phone_number"),
      token: try token(bench, ["purpose": "change_phone_number", "newPhoneNumber": "+14155550100"]))
    var (flow, reader) = try await begin(bench, request)
    guard case .enterCode(let code) = try await reader.prompt().prompt else { throw Unexpected("no code") }
    #expect(code.channel == .sms)
    try await flow.submit(code: try bench.sandbox.lastCode(to: "+14155550100"))
    let proof = try await proof(&reader)
    #expect(proof.action == "change_phone_number" && proof.identifier == "jane@example.com")
    #expect(try finish(bench, proof.token) == 200)
    #expect(try finish(bench, proof.token) == 401, "a receipt is accepted once")
    #expect(!bench.observer.dumpedText.contains(proof.token.revealText()))
    #expect(try await bench.auth.session().identifier == "jane@example.com", "the session is the same")
  }

  @Test func setsUpAnotherFactor() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    let request = FlowRequest(
      identifier: "jane@example.com", purpose: .stepUp(action: "change_mfa_method"),
      token: try token(bench, ["purpose": "change_mfa_method", "newMethod": "totp"]))
    var (flow, reader) = try await begin(bench, request)
    guard case .setupTOTP(let setup) = try await reader.prompt().prompt else { throw Unexpected("no setup prompt") }
    let generator = try TOTP(secret: Secret(try #require(Base32.decode(setup.secret.revealText()))), period: 30)
    try await flow.submit(code: generator.code(at: bench.clock.now()))
    let receipt = try await proof(&reader).token
    bench.clock.advance(by: .seconds(301))
    #expect(try finish(bench, receipt) == 401, "a receipt is valid for five minutes")
  }

  @Test func asksTheTokenProviderWithoutAToken() async throws {
    let asked = Locked<[TokenRequest]>([])
    let source = Locked<Secret?>(nil)
    let bench = try HawcxBench(
      tokenProvider: ClosureTokenProvider { request in
        asked.withLock { $0.append(request) }
        return source.withLock { $0 }
      })
    let session = try await bench.signIn()
    let sent = try bench.sandbox.requestCount("/v1/auth")
    let request = FlowRequest(purpose: .stepUp(action: "change_mfa_method"))
    var without = FlowReader(bench.auth.start(request))
    #expect(try await without.failure().code == .tokenRequired)
    #expect(try bench.sandbox.requestCount("/v1/auth") == sent, "no request was sent")
    let token = try token(bench, ["purpose": "change_mfa_method", "newMethod": "email_otp"])
    source.withLock { $0 = token }
    var (_, reader) = try await begin(bench, request)
    _ = try await proof(&reader)
    for one in asked.withLock({ $0 }) {
      #expect(one.purpose == .startToken(purpose: "change_mfa_method") && one.providerID == "hawcx")
      #expect(one.identifier == "jane@example.com" && one.session?.id == session.id)
    }
  }

  @Test func suspendedStepUpEndsInAProof() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    let flow = bench.auth.start(
      FlowRequest(
        identifier: "jane@example.com", purpose: .stepUp(action: "change_mfa_method"),
        token: try token(bench, ["purpose": "change_mfa_method", "newMethod": "email_otp"])))
    var first = FlowReader(flow)
    _ = try await first.prompt()
    let resumed = bench.auth.resume(try await flow.suspend())
    var reader = FlowReader(resumed)
    _ = try await reader.prompt()
    try await resumed.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    #expect(try await proof(&reader).action == "change_mfa_method")
  }

  @Test("L19: the token provider gets the session that is current when the user has answered")
  func tokenProviderGetsTheCurrentSession() async throws {
    let asked = Locked<[TokenRequest]>([])
    let bench = try HawcxBench(
      tokenProvider: ClosureTokenProvider { request in
        asked.withLock { $0.append(request) }
        return nil
      })
    try bench.policy(["accessTokenSeconds": 60])
    var session = try await bench.signIn()
    asked.withLock { $0 = [] }
    session.identifier = nil
    let flow = bench.auth.start(
      FlowRequest(purpose: .stepUp(action: "change_mfa_method"), method: .emailOTP, session: session))
    var reader = FlowReader(flow)
    guard case .enterEmail = try await reader.prompt().prompt else { throw Unexpected("no prompt for the address") }
    bench.clock.advance(by: .seconds(65))
    try await flow.submit(email: "jane@example.com")
    #expect(try await reader.failure().code == .tokenRequired)
    let given = try #require(asked.withLock { $0.last?.session })
    #expect(given.id == session.id && !given.isExpired(at: bench.clock.now()))
  }

  @Test func managementReturnsReceiptAndCode() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    for withToken in [true, false] {
      try bench.policy(["mfa_policy": "off", "mfa_methods": withToken ? ["totp"] : ["email_otp", "sms_otp"]])
      let token = withToken ? try token(bench, ["purpose": "change_mfa_method", "newMethod": "email_otp"]) : nil
      var request = FlowRequest(identifier: "jane@example.com", purpose: withToken ? .manage : .signIn, token: token)
      request.exchange = false
      var (_, reader) = try await begin(bench, request)
      guard case .authorizationCode(let code) = try await reader.result() else { throw Unexpected("no code") }
      #expect((code.receipt != nil) == withToken)
      if let receipt = code.receipt { #expect(try finish(bench, receipt) == 200) }
    }
  }

  /// Neither a start token nor an identity token is a receipt.
  @Test func onlyAReceiptFinishes() async throws {
    let bench = try HawcxBench()
    _ = try await bench.signIn()
    #expect(try finish(bench, try token(bench, ["purpose": "change_phone_number"])) == 401)
    #expect(try finish(bench, Secret("nonsense")) == 401)
  }
}
