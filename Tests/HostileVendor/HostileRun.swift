package import AuthCore
import AuthCrypto
package import AuthSandbox
package import AuthTesting

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One run of a ceremony by an app with a signed-in user.
package final class HostileRun: Sendable {
  /// A step of a ceremony did not do what the fixture says.
  package struct Unexpected: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  private let app: HostileApp
  /// The app's client.
  package let client: AuthClient
  private let signedIn = Locked<Session?>(nil)
  private let errors = Locked<[AuthError]>([])
  private let faults = Locked<[String]>([])
  private let setup = Locked<TOTPSetupPrompt?>(nil)
  private let awaitsApproval = Locked(false)
  /// The flows that wait for an answer until the run ends.
  private let waiting = Locked<[AuthFlow]>([])

  /// Starts an app, and signs its user in.
  init(_ app: HostileApp) async throws {
    self.app = app
    client = try app.client()
    try await complete(app.fixture.provider.request)
    let session = try await client.session()
    signedIn.withLock { $0 = session }
    errors.withLock { $0 = [] }
  }

  /// The session with which the ceremony starts.
  package var session: Session {
    get throws {
      guard let session = signedIn.withLock({ $0 }) else { throw Unexpected("No user is signed in yet.") }
      return session
    }
  }

  /// The honest server.
  package var server: ConformanceServer { app.server }
  /// The transport of the app, which is attacked.
  package var transport: any HTTPTransport { app.transport }
  /// The app's clock.
  package var clock: ManualClock { app.clock }
  /// The errors that the ceremony has shown so far.
  var seen: [AuthError] { errors.withLock { $0 } }

  func see(_ error: AuthError) { errors.withLock { $0.append(error) } }

  /// What is wrong with the values that the app has shown.
  var shownFaults: [String] { faults.withLock { $0 } }

  /// Shows a value, such as a prompt or a list.
  package func show<Value>(_ value: Value) {
    guard let fault = ShownTexts.fault(in: value) else { return }
    faults.withLock { $0.append("shown text of \(Value.self): \(fault)") }
  }

  /// The honest sandbox.
  package var sandbox: Sandbox {
    get throws {
      guard let transport = server.transport as? SandboxTransport else { throw Unexpected("The server is no sandbox.") }
      return transport.sandbox
    }
  }

  /// The app's provider.
  package func provider<Provider>(as: Provider.Type) throws -> Provider {
    guard let provider = try client.provider() as? Provider else { throw Unexpected("no \(Provider.self)") }
    return provider
  }

  /// The app in another process, on the same stores.
  package func restarted() throws -> AuthClient { try app.client() }

  /// Sends a request to the sandbox, past the app's transport.
  @discardableResult
  package func post(_ path: String, _ body: JSONValue) throws -> JSONValue {
    let response = try sandbox.handle(SandboxRequest("POST", path, json: body))
    guard response.status == 200 else { throw Unexpected("\(path) returned \(response.status)") }
    return try JSONValue(parsing: response.body)
  }

  /// Changes the policy of the sandbox's vendor.
  package func policy(_ vendor: String, _ change: JSONObject) throws {
    var body = change
    body["provider"] = .string(vendor)
    try post("/sandbox/policy", .object(body))
  }

  /// Opens a page of the sandbox as a browser does, follows its redirects, and returns the first address outside the
  /// sandbox; nil if no response leads outside it.
  package func visit(_ page: URL) -> URL? {
    guard let sandbox = try? sandbox, page.absoluteString.hasPrefix(sandbox.baseURL) else { return nil }
    var address = page.absoluteString
    for _ in 0..<5 where address.hasPrefix(sandbox.baseURL) {
      let response = sandbox.handle(SandboxRequest("GET", String(address.dropFirst(sandbox.baseURL.count))))
      guard let location = response.headers["Location"] else { return nil }
      address = location
    }
    return URL(string: address)
  }

  /// Does something whose responses are honest within an attacked ceremony, such as the part of another device.
  package func honestly<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    let wasCounting = app.transport.pause()
    defer { if wasCounting { app.transport.begin() } }
    return try await body()
  }

  /// Moves the clock past the session's expiry, or shortly before it.
  package func expire(_ session: Session) {
    guard let expiry = session.expiresAt else { return }
    let rest = app.fixture.provider.renewsExpired ? -1.0 : 15.0
    clock.advance(by: .seconds(expiry.timeIntervalSince(clock.now()) - rest))
  }

  /// Runs a flow with right answers.
  ///
  /// - Throws: the error with which the flow fails, or its third error.
  @discardableResult
  package func complete(_ request: FlowRequest) async throws -> FlowResult {
    try await complete(client.start(request), request)
  }

  /// Runs a flow that was started, with right answers. The flow is reset at the third error.
  @discardableResult
  package func complete(_ flow: AuthFlow, _ request: FlowRequest) async throws -> FlowResult {
    var (answers, failures) = (0, 0)
    let pacing = Task { await paceClock() }
    defer {
      pacing.cancel()
      awaitsApproval.withLock { $0 = false }
    }
    for await update in flow {
      if case .prompt(let prompt, _) = update {
        awaitsApproval.withLock { if case .awaitApproval = prompt { $0 = true } else { $0 = false } }
      }
      switch update {
      case .prompt(let prompt, let context):
        // A message to sign has several lines.
        if case .sign(let sign) = prompt { show(sign.message.replacing("\n", with: " ")) } else { show(prompt) }
        show(context)
        if let error = context.lastError {
          failures += 1
          guard failures < 3 else {
            flow.reset()
            throw error
          }
          see(error)
        }
        answers += 1
        guard answers <= 20, let answer = try await answer(prompt, context, to: request) else {
          flow.reset()
          throw seen.last ?? AuthError(.cancelled, "The user has no answer to '\(prompt.name)'.")
        }
        do throws(AuthError) { try await flow.answer(answer) } catch { see(error) }
      case .failed(let error): throw error
      case .completed(let result): return result
      case .idle, .working: continue
      }
    }
    throw Unexpected("The flow ended without a result.")
  }

  /// Starts a flow that stays at its first prompt, and returns the prompt.
  package func prompt(_ request: FlowRequest) async throws -> Prompt {
    let flow = client.start(request)
    waiting.withLock { $0.append(flow) }
    return try await first(flow)
  }

  /// Lets the time pass while a flow waits for another device, since the flow asks the vendor again after some seconds.
  private func paceClock() async {
    while (try? await Task.sleep(for: .milliseconds(100))) != nil {
      if awaitsApproval.withLock({ $0 }), clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
    }
  }

  /// Suspends a flow at its first prompt.
  func suspended(_ request: FlowRequest) async throws -> FlowTicket {
    let flow = client.start(request)
    _ = try await first(flow)
    return try await flow.suspend()
  }

  private func first(_ flow: AuthFlow) async throws -> Prompt {
    for await update in flow {
      if case .prompt(let prompt, _) = update { return prompt }
      if case .failed(let error) = update { throw error }
    }
    throw Unexpected("The flow has no prompt.")
  }

  private func answer(
    _ prompt: Prompt, _ context: PromptContext, to request: FlowRequest
  ) async throws -> FlowAnswer? {
    if let answer = try await app.fixture.answer(prompt, self) { return answer }
    switch (prompt, request.identifier) {
    case (.selectMethod(let options), _):
      return (options.first { $0.id == request.method } ?? options.first).map { .method($0.id) }
    case (.selectAccount(let options), _): return options.first.map { .account($0.id) }
    case (.enterEmail, let address?): return .email(address)
    case (.enterPhone, let number?): return .phone(number)
    case (.setupTOTP(let prompt), _):
      setup.withLock { $0 = prompt }
      return try totp()
    case (.enterTOTP, _):
      // A code works once.
      clock.advance(by: .seconds(60))
      return try totp()
    case (.awaitApproval, _): return .poll
    default: return try? await server.answer(prompt, context)
    }
  }

  /// A code of the authenticator app; nil if its secret is nonsense.
  private func totp() throws -> FlowAnswer? {
    guard let setup = setup.withLock({ $0 }), let secret = Base32.decode(setup.secret.revealText()),
      let generator = try? TOTP(secret: Secret(secret), period: setup.period)
    else { return nil }
    return .code(Secret(generator.code(at: clock.now())))
  }
}
