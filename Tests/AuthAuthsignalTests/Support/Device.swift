import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting

/// An app on a device, and the sandbox that it uses, on one clock.
struct Device {
  let clock = ManualClock()
  let observer = RecordingObserver()
  let sandbox: Sandbox
  let client: AuthClient
  let sessions: MemorySessionStore

  /// - Parameters:
  ///   - tokenProvider: The app's token provider.
  ///   - change: Changes to the provider's block in the sandbox's configuration; null removes a key.
  ///   - passkeys: The authenticator; nil for none.
  ///   - keys: The key store.
  ///   - wrap: Wraps the transport to the sandbox.
  init(
    tokenProvider: any TokenProvider = TokenProviderChain([]), changing change: JSONObject = [:],
    passkeys: (any PasskeyAuthenticator)? = nil, keys: any KeyStore = MemoryKeyStore(),
    through wrap: (any HTTPTransport) -> any HTTPTransport = { $0 }
  ) throws {
    sandbox = try Sandbox(clock: clock, random: SeededRandomSource(seed: 7))
    sessions = MemorySessionStore(clock: clock)
    var block = sandbox.configuration["providers"]?["authsignal"]?.objectValue ?? [:]
    for member in change.members { block[member.name] = member.value.isNull ? Optional<JSONValue>.none : member.value }
    let services = ProviderServices(
      transport: wrap(SandboxTransport(sandbox: sandbox, clock: clock)), keys: KeyRing(keys),
      records: MemoryRecordStore(clock: clock), tokenProvider: tokenProvider,
      passkeys: passkeys, clock: clock, observer: observer)
    client = try AuthClient(
      configuration: AuthConfiguration(["provider": "authsignal", "providers": ["authsignal": .object(block)]]),
      plugins: [.authsignal], services: ClientServices(provider: services, sessionStore: sessions))
  }

  func code(to address: String = "jane@example.com") throws -> String { try sandbox.lastCode(to: address) }

  /// Opens the link in the last message, as jane's browser does or another user's. Returns the status of the response.
  @discardableResult
  func openLink(to address: String = "jane@example.com") throws -> Int { open(try sandbox.lastLink(to: address)) }

  /// Opens a link to the sandbox, and returns the status of the response.
  @discardableResult
  func open(_ link: String) -> Int {
    sandbox.handle(SandboxRequest("GET", String(link.dropFirst(sandbox.baseURL.count)))).status
  }

  /// Lets a flow poll once, after its interval.
  func poll(after interval: Duration) async {
    await clock.waitForSleepers(of: interval)
    clock.advance(by: interval)
  }

  /// Signs jane in, or another user.
  @discardableResult
  func signIn(_ identifier: String = "jane@example.com") async throws -> (session: Session, isNewUser: Bool) {
    let flow = client.signIn(identifier: identifier)
    _ = try await flow.prompt()
    try await flow.submit(code: try code(to: identifier))
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      throw AuthError(.internalError, "The flow did not end in a session.")
    }
    return (session, isNewUser)
  }

  func provider() throws -> AuthsignalProvider {
    guard let provider = try client.provider() as? AuthsignalProvider else {
      throw AuthError(.internalError, "The provider is another vendor's.")
    }
    return provider
  }

  /// A token that the app's backend tracks for an action, as the app passes it to the client.
  func track(_ identifier: String = "jane@example.com", action: String = "signIn") throws -> Secret {
    let body: JSONValue = ["identifier": .string(identifier), "action": .string(action)]
    let answer = sandbox.handle(SandboxRequest("POST", "/backend/track", json: body))
    guard let token = try JSONValue(parsing: answer.body)["token"]?.stringValue else {
      throw AuthError(.internalError, "The backend returned no token.")
    }
    return Secret(token)
  }

  func control(_ path: String, _ body: JSONValue) {
    _ = sandbox.handle(SandboxRequest("POST", "/sandbox/" + path, json: body))
  }

  /// The paths that the provider called so far, in order.
  func paths() throws -> [String] {
    let json = try JSONValue(parsing: sandbox.handle(SandboxRequest("GET", "/sandbox/requests")).body)
    return json["requests"]?.arrayValue?.compactMap { $0["path"]?.stringValue } ?? []
  }
}

extension AuthFlow {
  /// Waits for the next prompt with this error code, or without an error if `code` is nil.
  ///
  /// - Throws: The error with which the flow fails, or an internal error if the flow ends without such a prompt.
  func prompt(failing code: AuthError.Code? = nil) async throws -> (Prompt, PromptContext) {
    for await update in self {
      switch update {
      case .prompt(let prompt, let context) where context.lastError?.code == code: return (prompt, context)
      case .failed(let error): throw error
      case .completed(let result): throw AuthError(.internalError, "The flow ended in \(result.name), not in a prompt.")
      case .idle, .working, .prompt: continue
      }
    }
    throw AuthError.cancelled
  }
}
