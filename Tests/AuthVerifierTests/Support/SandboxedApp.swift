import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthVerifier
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app at the sandbox, and its backend, which has the same configuration.
struct SandboxedApp {
  let clock = ManualClock()
  let sandbox: Sandbox
  let auth: AuthClient
  let verifier: RequestVerifier

  /// - Parameter own: the object `verifier` of the backend's block.
  init(_ plugin: ProviderPlugin, _ verifierPlugin: VerifierPlugin, verifier own: JSONObject = [:]) throws {
    let sandbox = try Sandbox(clock: clock)
    self.sandbox = sandbox
    let network = SandboxTransport(sandbox: sandbox, clock: clock)
    var configuration = try AuthConfiguration(parsing: sandbox.configuration.serialized)
    configuration.provider = ProviderID(plugin.type)
    auth = try AuthClient(
      configuration: configuration, plugins: [plugin],
      services: ClientServices(
        provider: ProviderServices(
          transport: network, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
    var json = sandbox.configuration.objectValue ?? [:]
    var block = try #require(json["providers"]?[plugin.type]?.objectValue)
    block["verifier"] = .object(own)
    json["providers"] = [plugin.type: .object(block)]
    verifier = try RequestVerifier(
      configuration: AuthConfiguration(json, provider: ProviderID(plugin.type)), plugins: [verifierPlugin],
      services: VerifierServices(transport: network, clock: clock))
  }

  /// Signs in with a code by e-mail.
  func signIn() async throws -> Session {
    let flow = auth.start(FlowRequest(identifier: "jane@example.com", method: .emailOTP))
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

  /// Verifies a request with this value of `Authorization`.
  func verify(_ authorization: String) async throws -> Principal {
    try await verifier.verify(Backend.request(["Authorization": authorization]))
  }
}
