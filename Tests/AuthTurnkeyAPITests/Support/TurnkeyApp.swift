import AuthCore
import AuthPasskey
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
  /// The app's backend: it stamps with the parent organisation's key.
  let backend: TurnkeyClient
  /// What is sent, for the judge of requests.
  let recording: RecordingFile?

  /// - Parameter changes: what the provider's block says otherwise than the sandbox's own; null takes a key out.
  init(_ changes: JSONObject = [:]) throws {
    sandbox = try Sandbox(clock: clock)
    recording = RecordingFile(
      of: sandbox, directory: ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"])
    let transport = SandboxTransport(sandbox: sandbox, clock: clock)
    var block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
    for member in changes.members { block[member.name] = member.value.isNull ? nil : member.value }
    let services = ProviderServices(
      transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(),
      passkeys: SoftwarePasskeyAuthenticator(
        keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified), clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": .object(block)]]),
      plugins: [.turnkey], services: ClientServices(provider: services, sessionStore: MemorySessionStore()))
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
  func lastCode() throws -> String {
    let answer = sandbox.handle(SandboxRequest("GET", "/sandbox/outbox"))
    let messages = try #require(try JSONValue(parsing: answer.body)["messages"]?.arrayValue)
    return try #require(messages.last).text("code")
  }
}
