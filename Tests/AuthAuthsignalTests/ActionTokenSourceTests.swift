import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// The sources of action tokens: the app's token provider and its backend.
@Suite struct ActionTokenSourceTests {
  @Test func asksTheTokenProviderBeforeTheBackend() async throws {
    let tokens = AppTokens()
    let device = try Device(tokenProvider: tokens)
    tokens.attach(device.sandbox)
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    let request = try #require(tokens.asked.first)
    #expect(request.purpose == .action(name: "signIn", scopes: ["read:authenticators"]))
    #expect(request.identifier == "jane@example.com" && request.providerID == "authsignal")
    #expect(try device.sandbox.requestCount("/backend/track") == 0)
    flow.reset()
  }

  @Test func failsWithoutAUserAtTheTokenProvider() async throws {
    let device = try Device(tokenProvider: ClosureTokenProvider { _ in nil })
    #expect(await device.client.signIn(identifier: "jane@example.com").failure()?.code == .tokenRequired)
    #expect(try device.sandbox.requestCount("") == 0)
  }

  @Test func refusesATokenThatIsNotAJWT() async throws {
    let device = try Device(tokenProvider: ClosureTokenProvider { _ in Secret("no token") })
    #expect(await device.client.signIn(identifier: "jane@example.com").failure()?.code == .invalidToken)
    #expect(try device.sandbox.requestCount("") == 0)
    let start = FlowRequest(identifier: "jane@example.com", token: Secret("neither"))
    #expect(await device.client.start(start).failure()?.code == .invalidToken)
  }

  @Test func namesTheMissingSetting() async throws {
    let device = try Device(changing: ["backend": .null])
    let error = await device.client.signIn(identifier: "jane@example.com").failure()
    #expect(error?.code == .tokenRequired && error?.message.contains("$.providers.authsignal.backend") == true)
  }

  @Test func startsFromATokenWithoutAnIdentifier() async throws {
    let device = try Device(tokenProvider: ClosureTokenProvider { _ in throw AuthError(.internalError, "asked") })
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", token: try device.track()))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }
}

/// A token provider that requests tokens from the sandbox's backend, as an app's own code does.
final class AppTokens: TokenProvider {
  private struct State {
    var sandbox: Sandbox?
    var asked: [TokenRequest] = []
  }

  private let state = Locked(State())

  var asked: [TokenRequest] { state.withLock { $0.asked } }

  func attach(_ sandbox: Sandbox) { state.withLock { $0.sandbox = sandbox } }

  func token(for request: TokenRequest) async throws -> Secret? {
    let sandbox = state.withLock { state in
      state.asked.append(request)
      return state.sandbox
    }
    guard let sandbox, case .action(let action, _) = request.purpose else { return nil }
    let body: JSONValue = ["identifier": "jane@example.com", "action": .string(action)]
    let answer = sandbox.handle(SandboxRequest("POST", "/backend/track", json: body))
    return try JSONValue(parsing: answer.body)["token"]?.stringValue.map { Secret($0) }
  }
}
