import AuthCore
import AuthPrivy
import AuthPrivyWallets
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app with wallets against a sandbox in this process, on a manual clock, with a signed-in user.
struct WalletApp {
  /// Made once for all tests, with every key that a sandbox otherwise makes on demand.
  private static let keyring = Result { () throws -> SandboxKeyring in
    let sandbox = try Sandbox()
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  let clock = ManualClock()
  let sandbox: Sandbox
  let auth: AuthClient
  let wallets: AuthPrivyWallets.PrivyWallets

  /// - Parameters:
  ///   - subject: the user who is signed in; nil for none.
  ///   - changes: changes to the provider's block in the sandbox's configuration.
  init(signingIn subject: String? = "jane", _ changes: JSONObject = [:]) async throws {
    sandbox = try Sandbox(clock: clock, keyring: try Self.keyring.get())
    var block = try #require(sandbox.configuration["providers"]?["privy"]?.objectValue)
    for member in changes.members { block[member.name] = member.value }
    let services = ProviderServices(
      transport: SandboxTransport(sandbox: sandbox, clock: clock), keys: KeyRing(MemoryKeyStore()),
      records: MemoryRecordStore(), clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(["provider": "privy", "providers": ["privy": .object(block)]]),
      plugins: [.privy],
      services: ClientServices(provider: services, sessionStore: MemorySessionStore()))
    wallets = try AuthPrivyWallets.PrivyWallets(auth)
    if let subject { try await signIn(subject) }
  }

  func control(_ path: String, _ body: JSONValue) throws -> JSONValue {
    try JSONValue(parsing: sandbox.handle(SandboxRequest("POST", "/sandbox" + path, json: body)).body)
  }

  /// Opens a page of the sandbox as a browser would. Returns the address to which the page redirects; nil for none.
  @discardableResult
  func open(_ url: URL) -> URL? {
    let target = url.absoluteString.dropFirst(sandbox.baseURL.count)
    return sandbox.handle(SandboxRequest("GET", String(target))).headers["Location"].flatMap { URL(string: $0) }
  }

  /// Calls the vendor's server API as the app's backend does.
  @discardableResult
  func server(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    let block = try #require(sandbox.descriptor["privy"])
    let (id, secret) = (block["appId"]?.stringValue ?? "", block["appSecret"]?.stringValue ?? "")
    let headers: HTTPHeaders = [
      "privy-app-id": id, "Authorization": "Basic " + Base64.encode("\(id):\(secret)".utf8),
    ]
    let answer = sandbox.handle(
      SandboxRequest(method, "/privy/v1" + path, headers: headers, body: body?.serialized ?? []))
    #expect(answer.status < 300)
    return try JSONValue(parsing: answer.body)
  }

  /// Signs in with the app's JWT.
  func signIn(_ subject: String) async throws {
    let token = try control("/idp/token", ["sub": .string(subject), "alg": "ES256", "ttl": 600])
    _ = try await auth.start(FlowRequest(token: try token.requiredSecret("token"))).result()
  }
}
