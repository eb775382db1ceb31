import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app of the Turnkey-style provider against a sandbox in this process, and its backend: the parent's key.
final class TurnkeyApp: Sendable {
  let clock = ManualClock()
  let sandbox: Sandbox
  let auth: AuthClient
  let provider: TurnkeyProvider
  let keys = MemoryKeyStore()
  let passkeys = RecordingAuthenticator()
  let observer = RecordingObserver()
  /// Injects faults into requests to the vendor.
  let network: FaultyTransport
  /// Records the requests.
  let wire: ScriptedTransport
  /// The app's backend: it stamps with the parent organisation's key.
  let backend: TurnkeyClient
  /// The sent requests, for the judge of requests.
  let recording: RecordingFile?

  /// - Parameters:
  ///   - changes: changes to the sandbox's block of the provider; null removes a key.
  ///   - tokens: the app's token providers.
  ///   - plugin: the provider's, or one that satisfies further factors.
  ///   - answer: replaces the sandbox's response.
  init(
    _ changes: JSONObject = [:], tokens: any TokenProvider = TokenProviderChain([]), plugin: ProviderPlugin = .turnkey,
    answer: @escaping @Sendable (TransportRequest, TransportResponse) -> TransportResponse = { $1 }
  ) throws {
    sandbox = try Sandbox(clock: clock)
    recording = RecordingFile(
      of: sandbox, directory: ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"])
    let network = FaultyTransport(around: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
    let transport = ScriptedTransport { (request) throws(AuthError) in
      answer(request, try await network.send(request))
    }
    self.network = network
    wire = transport
    var block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
    for member in changes.members { block[member.name] = member.value.isNull ? nil : member.value }
    let services = ProviderServices(
      transport: transport, keys: KeyRing(keys), records: MemoryRecordStore(), tokenProvider: tokens,
      passkeys: passkeys, clock: clock, observer: observer)
    auth = try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": .object(block)]]),
      plugins: [plugin], services: ClientServices(provider: services, sessionStore: MemorySessionStore()))
    provider = try #require(try auth.provider() as? TurnkeyProvider)
    let descriptor = try #require(sandbox.descriptor["turnkey"])
    backend = TurnkeyClient(
      organizationID: try descriptor.text("organizationId"),
      stamper: try APIKeyStamper(
        publicKeyHex: descriptor.text("apiPublicKey"), privateKeyHex: Secret(descriptor.text("apiPrivateKey"))),
      baseURL: provider.configuration.apiBaseURL, transport: transport, clock: clock,
      keys: provider.configuration.keys)
  }

  /// The code that was sent last.
  func lastCode() throws -> String { try sandbox.lastCode() }

  /// The requests to paths with this suffix, as JSON.
  func sent(_ path: String) throws -> [JSONValue] {
    try wire.requests.filter { $0.url.path.hasSuffix(path) }.map { try JSONValue(parsing: $0.body ?? []) }
  }
}
