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

/// The app with its backend and the vendor's sandbox, all in this process.
final class Backend: Sendable {
  let clock = ManualClock()
  let person = Person()
  let network: FaultyTransport
  /// The app's client, which uses no auth proxy and looks addresses up at the backend.
  let app: AuthClient
  /// A client that may sign users up, on the same device.
  private let registration: AuthClient

  init() throws {
    let sandbox = try Sandbox(clock: clock)
    let vendor = SandboxTransport(sandbox: sandbox, clock: clock)
    let block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
    let descriptor = try #require(sandbox.descriptor["turnkey"]?.objectValue)
    func text(_ name: String) throws -> String { try #require(descriptor[name]?.stringValue) }
    let parent = TurnkeyClient(
      organizationID: try text("organizationId"),
      stamper: try APIKeyStamper(publicKeyHex: text("apiPublicKey"), privateKeyHex: Secret(text("apiPrivateKey"))),
      baseURL: try #require(URL(string: text("apiBaseURL"))), transport: vendor, clock: clock)
    network = FaultyTransport(around: LookupRoute(parent: parent, next: vendor), clock: clock)

    var own = block
    own["authProxyConfigId"] = nil
    own["signUp"] = false
    own["backend"] = ["baseURL": "https://backend.test", "accountLookupPath": "proxy/sub-org-ids"]
    let person = person
    let services = ProviderServices(
      transport: network, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(),
      passkeys: SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
        await person.decision
      }, clock: clock)
    app = try Self.client(own, services)
    registration = try Self.client(block, services)
  }

  private static func client(_ block: JSONObject, _ services: ProviderServices) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": .object(block)]]),
      plugins: [.turnkey],
      services: ClientServices(provider: services, sessionStore: MemorySessionStore(clock: services.clock)))
  }

  /// Creates a user with a passkey on this device, and returns the user's organisation.
  func register(_ email: String) async throws -> String {
    let request = FlowRequest(purpose: .signUp, method: .passkey)
    guard case .session(let session, _) = try await registration.start(request).result() else {
      throw AuthError(.internalError, "no session")
    }
    guard let provider = try registration.provider() as? TurnkeyProvider else {
      throw AuthError(.internalError, "another provider")
    }
    try await provider.client(for: session).updateEmail(of: session.subject, to: email)
    return provider.organization(of: session)
  }
}

/// The backend's only route: it looks up the organisations of an address with the parent organisation's key.
struct LookupRoute: HTTPTransport {
  let parent: TurnkeyClient
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    guard request.url.path == "/proxy/sub-org-ids" else { return try await next.send(request) }
    let query = request.url.absoluteString.drop { $0 != "?" }.dropFirst()
    let fields = PercentEncoding.decodeForm(query) ?? []
    guard request.method == "GET", fields.first(where: { $0.name == "filterType" })?.value == "EMAIL",
      let address = fields.first(where: { $0.name == "filterValue" })?.value
    else { return TransportResponse(status: 400) }
    let found = try await parent.subOrganizations(.email(address))
    return .json(["organizationIds": .array(found.map { .string($0) })])
  }
}

/// The user of the device.
actor Person {
  var decision = PasskeyDecision.approve(isVerified: true)

  func decide(_ decision: PasskeyDecision) { self.decision = decision }
}
