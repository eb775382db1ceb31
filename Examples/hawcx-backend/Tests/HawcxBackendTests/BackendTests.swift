import AuthCore
import AuthSandbox
import AuthTesting
import BackendServer
import HawcxBackend
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The backend between a client and the sandbox, in one process.
@Suite struct BackendTests {
  let clock = ManualClock()
  let sandbox: Sandbox
  let backend: Backend
  let auth: AuthClient

  init() throws {
    sandbox = try Sandbox(clock: clock)
    let network = SandboxTransport(sandbox: sandbox, clock: clock)
    backend = Backend(
      try BackendConfiguration(environment: sandbox.backendEnvironment()), transport: network, clock: clock)
    auth = try sandbox.app(through: backend, over: network, clock: clock)
  }

  private func flow(_ identifier: String, exchange: Bool) async throws -> FlowResult {
    var request = FlowRequest(identifier: identifier)
    request.exchange = exchange
    let flow = auth.start(request)
    for await update in flow {
      guard case .prompt = update else { continue }
      try await flow.submit(code: try sandbox.lastCode(to: identifier))
      break
    }
    return try await flow.result()
  }

  private func post(_ path: String, _ body: JSONValue, at other: Backend? = nil) async -> BackendResponse {
    await (other ?? backend).answer(BackendRequest("POST", path, body: body.serialized))
  }

  private func exchangeBody(_ identifier: String = "jane@example.org") async throws -> JSONObject {
    guard case .authorizationCode(let code) = try await flow(identifier, exchange: false) else {
      throw AuthError(.internalError, "no code")
    }
    return [
      "authCode": .string(code.code.revealText()), "codeVerifier": .string(try #require(code.verifier).revealText()),
      "identifier": .string(identifier),
    ]
  }

  @Test func signInOpensTheAppsOwnSession() async throws {
    guard case .session(let session, _) = try await flow("jane@example.org", exchange: true) else {
      throw AuthError(.internalError, "no session")
    }
    let me = try await auth.send(TransportRequest("GET", "https://backend.example/me"))
    #expect(try me.json()["subject"]?.stringValue == session.subject)
    #expect(try me.json()["identifier"] == "jane@example.org")
    clock.advance(by: .seconds(3601))
    let later = try await auth.send(TransportRequest("GET", "https://backend.example/me"))
    #expect(later.status == 200, "the client renewed the session")
    try await auth.signOut()
    let refresh = try #require(session.tokens.refresh)
    #expect(await post("/session/refresh", ["refreshToken": .string(refresh.revealText())]).status == 401)
  }

  @Test func codeWorksOnceWithItsVerifierForItsUserAndAMinute() async throws {
    var body = try await exchangeBody()
    let verifier = body["codeVerifier"]
    body["codeVerifier"] = .string(String(repeating: "x", count: 43))
    let stolen = await post("/hawcx/exchange", .object(body))
    #expect(stolen.status == 401 && stolen.body["error"] == "invalid_token")
    body["codeVerifier"] = verifier
    #expect(await post("/hawcx/exchange", .object(body)).status == 200)
    #expect(await post("/hawcx/exchange", .object(body)).status == 401)
    var mixed = try await exchangeBody("joe@example.org")
    mixed["identifier"] = "jane@example.org"
    #expect(await post("/hawcx/exchange", .object(mixed)).status == 403)
    let late = try await exchangeBody()
    clock.advance(by: .seconds(61))
    #expect(await post("/hawcx/exchange", .object(late)).status == 401)
  }

  @Test func confidentialClientSendsAnAssertion() async throws {
    let network = SandboxTransport(sandbox: sandbox, clock: clock)
    let confidential = Backend(
      try BackendConfiguration(environment: sandbox.backendEnvironment(confidential: true)), transport: network,
      clock: clock)
    let body = try await exchangeBody()
    #expect(await post("/hawcx/exchange", .object(body), at: confidential).status == 200)
  }

  @Test func copiedRefreshTokenEndsTheSession() async throws {
    let first = await post("/hawcx/exchange", .object(try await exchangeBody()))
    let token = try #require(first.body["refreshToken"])
    let second = await post("/session/refresh", ["refreshToken": token])
    #expect(second.status == 200 && second.body["subject"] == first.body["subject"])
    #expect(await post("/session/refresh", ["refreshToken": token]).status == 401)
    let next = try #require(second.body["refreshToken"])
    #expect(await post("/session/refresh", ["refreshToken": next]).status == 401, "the session has ended for both")
  }

  @Test func namesTheFaultOfAWrongRequest() async throws {
    for (path, body, status) in [
      ("/hawcx/exchange", [:], 400), ("/hawcx/exchange", [], 400), ("/hawcx/exchange", ["authCode": "x"], 400),
      ("/session/refresh", ["refreshToken": "x"], 401), ("/nothing", [:], 404),
    ] as [(String, JSONValue, Int)] {
      let answer = await post(path, body)
      #expect(answer.status == status && answer.body["error"] != nil && answer.body["message"] != nil, "\(path)")
    }
    #expect(await backend.answer(BackendRequest("GET", "/me")).status == 401)
    #expect(await backend.answer(BackendRequest("GET", "/me", authorization: "Bearer x")).status == 401)
    let good = try sandbox.backendEnvironment()
    for name in good.keys {
      var environment = good
      environment[name] = nil
      let error = #expect(throws: AuthError.self) { try BackendConfiguration(environment: environment) }
      #expect(error?.message.contains(name) == true)
    }
  }
}

/// A transport that sends requests for `backend.example` to the backend, and all others to `next`.
struct BackendTransport: HTTPTransport {
  let backend: Backend
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let prefix = "https://backend.example"
    let text = request.url.absoluteString
    guard text.hasPrefix(prefix) else { return try await next.send(request) }
    let answer = await backend.answer(
      BackendRequest(
        request.method, String(text.dropFirst(prefix.count)), authorization: request.headers["Authorization"],
        body: request.body ?? []))
    return TransportResponse(
      status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body.serialized)
  }
}
