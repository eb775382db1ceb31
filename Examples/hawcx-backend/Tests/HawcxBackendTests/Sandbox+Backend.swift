import AuthCore
import AuthHawcx
import AuthSandbox
import AuthStorage
import AuthTesting
import BackendServer
import HawcxBackend
import Testing

extension Sandbox {
  /// Returns the backend's environment variables for this sandbox's tenant.
  func backendEnvironment(confidential: Bool = false) throws -> [String: String] {
    let hawcx = try #require(descriptor["hawcx"])
    func text(_ value: JSONValue?) throws -> String { try #require(value?.stringValue) }
    var environment = [
      "HAWCX_BASE_URL": try text(hawcx["baseURL"]), "HAWCX_CONFIG_ID": try text(hawcx["configId"]),
      "HAWCX_CLIENT_ID": try text(hawcx["clientId"]),
    ]
    if confidential {
      let client = try #require(hawcx["confidentialClient"])
      environment["HAWCX_CLIENT_ID"] = try text(client["clientId"])
      environment["HAWCX_CLIENT_KEY"] = try text(client["privateKeyPEM"])
      environment["HAWCX_CLIENT_KEY_ID"] = try text(client["keyId"])
    }
    return environment
  }

  /// Returns the client of an app that signs in through the backend, with its own stores.
  func app(through backend: Backend, over network: SandboxTransport, clock: ManualClock) throws -> AuthClient {
    var block = try #require(configuration["providers"]?["hawcx"]?.objectValue)
    block["backend"] = ["baseURL": "https://backend.example"]
    block["origins"] = nil
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "hawcx", "providers": ["hawcx": .object(block)]]),
      plugins: [.hawcx],
      services: ClientServices(
        provider: ProviderServices(
          transport: BackendTransport(backend: backend, next: network), keys: KeyRing(MemoryKeyStore()),
          records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
  }
}
