import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app of the Turnkey-style provider against a sandbox in this process, on a manual clock.
final class SandboxedApp: Sendable {
  let clock: ManualClock
  let sandbox: Sandbox
  let transport: FaultyTransport
  /// Records the requests that are sent.
  let wire: ScriptedTransport
  let observer = RecordingObserver()
  let keys = TrackedKeyStore()
  let records = MemoryRecordStore()
  let store = MemorySessionStore()
  let person = Person()
  let client: AuthClient
  /// The sent requests, which the judge of requests checks later.
  let recording: RecordingFile?
  let address = "jane@example.org"

  /// - Parameter changes: Changes to the provider's block in the sandbox's configuration; null removes a key.
  convenience init(
    _ changes: JSONObject = [:], hasPasskeys: Bool = false, tokens: any TokenProvider = TokenProviderChain([])
  ) throws {
    let clock = ManualClock()
    try self.init(
      sharing: try Sandbox(clock: clock), clock: clock, changes, hasPasskeys: hasPasskeys, tokens: tokens)
  }

  /// Creates a separate app that uses an existing sandbox.
  init(
    sharing sandbox: Sandbox, clock: ManualClock = ManualClock(), _ changes: JSONObject, hasPasskeys: Bool = false,
    tokens: any TokenProvider = TokenProviderChain([]), plugin: ProviderPlugin = .turnkey,
    detour: @escaping Detour.Answer = { _ in nil }
  ) throws {
    self.sandbox = sandbox
    self.clock = clock
    recording = RecordingFile(
      of: sandbox, directory: ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"])
    let person = person
    transport = FaultyTransport(
      around: Detour(next: SandboxTransport(sandbox: sandbox, clock: clock), answer: detour), clock: clock)
    let faulty = transport
    wire = ScriptedTransport { (request) throws(AuthError) in try await faulty.send(request) }
    client = try Self.client(
      sandbox, changes,
      ProviderServices(
        transport: wire, keys: KeyRing(keys), records: records, tokenProvider: tokens,
        passkeys: hasPasskeys
          ? SoftwarePasskeyAuthenticator(
            keys: MemoryKeyStore(), records: records.namespaced("passkeys")
          ) { _ in person.decision } : nil,
        clock: clock, observer: observer), store, plugin)
  }

  private static func client(
    _ sandbox: Sandbox, _ changes: JSONObject, _ services: ProviderServices, _ store: MemorySessionStore,
    _ plugin: ProviderPlugin = .turnkey
  ) throws -> AuthClient {
    var block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
    for member in changes.members { block[member.name] = member.value.isNull ? nil : member.value }
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": .object(block)]]),
      plugins: [plugin], services: ClientServices(provider: services, sessionStore: store))
  }

  /// The client of another process of the same app: it uses the same stores and starts with empty memory.
  func restarted() throws -> AuthClient {
    try Self.client(
      sandbox, [:],
      ProviderServices(
        transport: transport, keys: KeyRing(keys), records: records, clock: clock, observer: observer), store)
  }

  func provider() throws -> TurnkeyProvider { try #require(try client.provider() as? TurnkeyProvider) }

  /// The code that was sent last to the test's user, or to another address.
  func lastCode(to address: String? = nil) throws -> String { try sandbox.lastCode(to: address ?? self.address) }

  /// A different code in the same form.
  func wrongCode(to address: String? = nil) throws -> String { try sandbox.wrongCode(to: address ?? self.address) }

  /// The bodies of requests to paths with this suffix.
  func bodies(_ path: String) throws -> [JSONValue] {
    try wire.requests.filter { $0.url.path.hasSuffix(path) }.map { try JSONValue(parsing: $0.body ?? []) }
  }

  /// The number of requests to a path.
  func count(_ path: String) throws -> Int { try sandbox.requestCount(path) }

  /// A token of the sandbox's identity system.
  func identityToken(subject: String, audience: String, nonce: String) throws -> Secret {
    let body: JSONValue = [
      "sub": .string(subject), "alg": "RS256", "ttl": 600, "aud": .string(audience),
      "claims": ["nonce": .string(nonce), "email": "jane@example.org", "name": "Jane"],
    ]
    let answer = sandbox.handle(
      SandboxRequest(
        "POST", "/sandbox/idp/token", headers: ["Content-Type": "application/json"], body: body.serialized))
    return Secret(try JSONValue(parsing: answer.body).text("token"))
  }

  func post(_ path: String, _ body: JSONValue) -> Int {
    sandbox.handle(
      SandboxRequest("POST", path, headers: ["Content-Type": "application/json"], body: body.serialized)
    ).status
  }

  /// Signs in as an app does: waits for the prompt and submits the code.
  @discardableResult
  func signIn(_ identifier: String? = nil) async throws -> (session: Session, isNewUser: Bool) {
    let flow = client.signIn(identifier: identifier ?? address)
    _ = try #require(await flow.nextPrompt())
    try await flow.submit(code: try lastCode(to: identifier))
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      throw AuthError(.internalError, "The flow ended without a session.")
    }
    return (session, isNewUser)
  }
}
