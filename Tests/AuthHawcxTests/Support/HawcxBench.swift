import AuthCore
import AuthHawcx
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client with a sandbox in the same process, on a manual clock.
struct HawcxBench {
  let clock = ManualClock()
  let observer = RecordingObserver()
  let sandbox: Sandbox
  let transport: FaultyTransport
  let sessions = MemorySessionStore()
  let records = MemoryRecordStore()
  let keys: any KeyStore
  let auth: AuthClient

  /// - Parameters:
  ///   - keys: The client's key store.
  ///   - skew: The number of seconds by which the server's clock is ahead. With a skew, responses have a `Date` header.
  ///   - tokenProvider: The app's token provider.
  ///   - random: The source of the server's random bytes.
  ///   - change: Changes the provider's block in the configuration that the sandbox writes.
  init(
    keys: any KeyStore = MemoryKeyStore(), skew: Double? = nil,
    tokenProvider: any TokenProvider = TokenProviderChain([]), random: any RandomSource = SystemRandomSource(),
    _ change: (inout JSONObject) -> Void = { _ in }
  ) throws {
    self.keys = keys
    sandbox = try Sandbox(clock: clock, random: random)
    var network: any HTTPTransport = SandboxTransport(sandbox: sandbox, clock: clock)
    if let skew { network = DatedTransport(next: network, clock: clock, skew: skew) }
    transport = FaultyTransport(around: network, clock: clock)
    var block = try #require(sandbox.configuration["providers"]?["hawcx"]?.objectValue)
    change(&block)
    let configuration = try AuthConfiguration(["provider": "hawcx", "providers": ["hawcx": .object(block)]])
    auth = try AuthClient(
      configuration: configuration, plugins: [.hawcx],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(keys), records: records, tokenProvider: tokenProvider, clock: clock,
          observer: observer),
        sessionStore: sessions))
    if let skew { try post("/sandbox/clock", ["advanceSeconds": .number(skew)]) }
  }

  @discardableResult
  func post(_ path: String, _ body: JSONValue) throws -> JSONValue {
    let response = sandbox.handle(SandboxRequest("POST", path, json: body))
    #expect(response.status == 200, "\(path)")
    return try JSONValue(parsing: response.body)
  }

  func policy(_ change: JSONObject) throws {
    var body = change
    body["provider"] = "hawcx"
    try post("/sandbox/policy", .object(body))
  }

  func wrong(_ code: String) -> String { (code.hasPrefix("0") ? "1" : "0") + code.dropFirst() }

  /// Signs a user in with a code.
  func signIn(_ identifier: String = "jane@example.com") async throws -> Session {
    let flow = auth.signIn(identifier: identifier)
    var reader = FlowReader(flow)
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no prompt for a code") }
    try await flow.submit(code: try sandbox.lastCode(to: identifier))
    return try await reader.session()
  }
}

/// A transport that adds the `Date` header of a server with a different clock to the responses.
struct DatedTransport: HTTPTransport {
  let next: any HTTPTransport
  let clock: ManualClock
  let skew: Double

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    var response = try await next.send(request)
    response.headers["Date"] = HTTPDate.encode(clock.now().addingTimeInterval(skew))
    return response
  }
}

/// Reads a flow from prompt to prompt.
struct FlowReader {
  private var iterator: AuthFlow.Iterator

  init(_ flow: AuthFlow) { iterator = flow.makeAsyncIterator() }

  mutating func prompt() async throws -> (prompt: Prompt, context: PromptContext) {
    while let update = await iterator.next() {
      switch update {
      case .prompt(let prompt, let context): return (prompt, context)
      case .idle, .working: continue
      case .completed(let result): throw Unexpected("completed with \(result.name)")
      case .failed(let error): throw error
      }
    }
    throw Unexpected("the flow ended")
  }

  /// The error that the next prompt shows.
  mutating func complaint() async throws -> AuthError {
    try #require(try await prompt().context.lastError)
  }

  mutating func result() async throws -> FlowResult {
    while let update = await iterator.next() {
      switch update {
      case .completed(let result): return result
      case .failed(let error): throw error
      case .prompt(let prompt, _): throw Unexpected("prompt \(prompt.name)")
      case .idle, .working: continue
      }
    }
    throw Unexpected("the flow ended")
  }

  mutating func session() async throws -> Session {
    guard case .session(let session, _) = try await result() else { throw Unexpected("no session") }
    return session
  }

  mutating func failure() async throws -> AuthError {
    do {
      let result = try await result()
      throw Unexpected("completed with \(result.name)")
    } catch let error as AuthError {
      return error
    }
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
