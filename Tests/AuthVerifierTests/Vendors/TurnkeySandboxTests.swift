import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthVerifier
import AuthVerifierTurnkey
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the app makes, the backend accepts: with the provider on one side, the sandbox as the vendor, and the verifier on
/// the other side.
@Suite struct TurnkeySandboxTests {
  @Test func theAppsCredentialsAreAccepted() async throws {
    let clock = ManualClock()
    let sandbox = try Sandbox(clock: clock)
    let network = SandboxTransport(sandbox: sandbox, clock: clock)
    var configuration = try AuthConfiguration(parsing: sandbox.configuration.serialized)
    configuration.provider = "turnkey"
    let auth = try AuthClient(
      configuration: configuration, plugins: [.turnkey],
      services: ClientServices(
        provider: ProviderServices(
          transport: network, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
    let session = try await Self.signIn(auth, sandbox)
    var json = sandbox.configuration.objectValue ?? [:]
    var block = try #require(json["providers"]?["turnkey"]?.objectValue)
    block["verifier"] = ["signedRequests": true]
    json["providers"] = ["turnkey": .object(block)]
    let verifier = try RequestVerifier(
      configuration: AuthConfiguration(json, provider: "turnkey"), plugins: [.turnkey],
      services: VerifierServices(transport: network, clock: clock))
    let provider = try #require(try auth.provider("turnkey") as? TurnkeyProvider)
    let token = try #require(session.tokens.access).revealText()
    let signed = try await provider.signedWhoAmI(session).revealText()
    for authorization in ["Bearer " + token, "Turnkey-Signed-Request " + signed] {
      let url = try #require(URL(string: "https://backend.example/me"))
      let request = PresentedRequest("GET", url, headers: ["Authorization": authorization])
      let principal = try await verifier.verify(request)
      #expect(principal.subject == session.subject)
      #expect(principal.tenant == provider.organization(of: session))
    }
  }

  private static func signIn(_ auth: AuthClient, _ sandbox: Sandbox) async throws -> Session {
    let flow = auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      switch update {
      case .prompt(.enterCode, _): try await flow.submit(code: try sandbox.lastCode(to: "jane@example.com"))
      case .failed(let error): throw error
      case .completed(.session(let session, _)): return session
      default: continue
      }
    }
    throw AuthError(.internalError, "The flow ended without a session.")
  }
}
