import AuthCore
import AuthSandbox
import AuthTesting
import BackendServer
import HawcxBackend
import Testing

/// Step-ups through the backend's routes: start token, flow in the app, receipt.
@Suite struct StepUpTests {
  private let clock = ManualClock()
  private let sandbox: Sandbox
  private let backend: Backend
  private let network: SandboxTransport

  init() throws {
    sandbox = try Sandbox(clock: clock)
    network = SandboxTransport(sandbox: sandbox, clock: clock)
    backend = Backend(
      try BackendConfiguration(environment: sandbox.backendEnvironment(confidential: true)), transport: network,
      clock: clock)
  }

  private func post(
    _ path: String, _ body: JSONValue, _ session: Session?, at other: Backend? = nil
  ) async -> BackendResponse {
    let bearer = session?.tokens.access.map { "Bearer " + $0.revealText() }
    return await (other ?? backend).answer(BackendRequest("POST", path, authorization: bearer, body: body.serialized))
  }

  private func run(_ flow: AuthFlow) async throws -> FlowResult {
    for await update in flow {
      guard case .prompt(.enterCode, _) = update else { continue }
      try await flow.submit(code: try sandbox.lastCode())
    }
    return try await flow.result()
  }

  private func signIn(_ identifier: String, at other: Backend? = nil) async throws -> (AuthClient, Session) {
    let app = try sandbox.app(through: other ?? backend, over: network, clock: clock)
    guard case .session(let session, _) = try await run(app.signIn(identifier: identifier)) else {
      throw AuthError(.internalError, "no session")
    }
    return (app, session)
  }

  private func stepUp(_ app: AuthClient, _ identifier: String, _ begun: BackendResponse) async throws -> JSONValue {
    let token = Secret(try #require(begun.body["startToken"]?.stringValue))
    let request = FlowRequest(
      identifier: identifier, purpose: .stepUp(action: "change_phone_number"), token: token, exchange: false)
    guard case .proof(let proof) = try await run(app.start(request)) else {
      throw AuthError(.internalError, "no receipt")
    }
    return ["receipt": .string(proof.token.revealText())]
  }

  private let change: JSONValue = ["purpose": "change_phone_number", "newPhoneNumber": "+14155550100"]

  @Test func userStepsUpOnce() async throws {
    let (app, session) = try await signIn("jane@example.org")
    let begun = await post("/hawcx/step-up", change, session)
    #expect(begun.status == 200 && begun.body["expiresIn"] == 60)
    let receipt = try await stepUp(app, "jane@example.org", begun)
    let done = await post("/hawcx/step-up/finish", receipt, session)
    #expect(done.status == 200 && done.body == ["ok": true, "purpose": "change_phone_number"])
    #expect(await post("/hawcx/step-up/finish", receipt, session).status == 403, "the step-up is finished")
    _ = await post("/hawcx/step-up", change, session)
    #expect(await post("/hawcx/step-up/finish", receipt, session).status == 401, "the vendor accepts a receipt once")
  }

  @Test func refusesAStepUpForAnotherUser() async throws {
    let (janesApp, jane) = try await signIn("jane@example.org")
    let (joesApp, joe) = try await signIn("joe@example.org")
    let begun = await post("/hawcx/step-up", change, jane)
    // Jane's start token does not begin a step-up for Joe.
    await #expect(throws: AuthError(.invalidToken, "")) { _ = try await stepUp(joesApp, "joe@example.org", begun) }
    let receipt = try await stepUp(janesApp, "jane@example.org", await post("/hawcx/step-up", change, jane))
    #expect(await post("/hawcx/step-up/finish", receipt, joe).status == 403)
    #expect(await post("/hawcx/step-up/finish", receipt, nil).status == 401)
    #expect(await post("/hawcx/step-up/finish", receipt, jane).status == 200, "a refused receipt is not used up")
  }

  @Test func namesTheFaultOfAWrongRequest() async throws {
    let (_, session) = try await signIn("jane@example.org")
    #expect(await post("/hawcx/step-up", change, nil).status == 401)
    for body: JSONValue in [
      [:], ["purpose": "transfer"], ["purpose": "change_phone_number"], ["purpose": "change_mfa_method"],
      ["purpose": "change_phone_number", "newPhoneNumber": "12"], ["purpose": "change_mfa_method", "newMethod": "pin"],
    ] {
      let answer = await post("/hawcx/step-up", body, session)
      #expect(answer.status == 400 && answer.body["error"] == "invalid_request", "\(body.serializedText)")
    }
    #expect(await post("/hawcx/step-up/finish", [:], session).status == 400)
    _ = await post("/hawcx/step-up", change, session)
    #expect(await post("/hawcx/step-up/finish", ["receipt": "nonsense"], session).status == 401)
  }

  @Test func refusesStepUpsOfAPublicClient() async throws {
    let open = Backend(
      try BackendConfiguration(environment: sandbox.backendEnvironment()), transport: network, clock: clock)
    let (_, session) = try await signIn("jane@example.org", at: open)
    let answer = await post("/hawcx/step-up", change, session, at: open)
    #expect(answer.status == 500 && answer.body["error"] == "invalid_configuration")
    #expect(answer.body["message"]?.stringValue?.contains("HAWCX_CLIENT_KEY") == true)
  }
}
