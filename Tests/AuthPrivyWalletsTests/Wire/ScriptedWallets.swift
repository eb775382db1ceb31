import AuthCore
import AuthCrypto
import AuthPrivy
import AuthPrivyWallets
import AuthStorage
import AuthTesting
import Testing
import WireSamples

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wallets of a signed-in user over a script, which seals a key for each request and otherwise returns its scripted
/// responses.
final class ScriptedWallets: Sendable {
  /// By the end of the path.
  private let answers: Locked<[String: (status: Int, body: JSONValue)]>
  private let recorded = Locked([TransportRequest]())
  private let client = Locked<AuthClient?>(nil)

  /// A created wallet of the chain.
  static func wallet(_ chain: String) -> JSONValue {
    ["id": "wallet", "address": "0xab", "chain_type": .string(chain)]
  }

  static let token =
    Base64URL.encode(Array("{}".utf8)) + "." + Base64URL.encode(Array(#"{"exp":4102444800}"#.utf8)) + ".c2ln"

  init(_ answers: [String: (status: Int, body: JSONValue)] = [:]) {
    self.answers = Locked(answers)
  }

  func set(_ path: String, _ status: Int, _ body: JSONValue) { answers.withLock { $0[path] = (status, body) } }

  /// Signs the user in, and gives their wallets.
  func wallets() async throws -> PrivyWallets {
    let transport = ScriptedTransport { [self] (request) throws(AuthError) in try answer(request) }
    let services = ProviderServices(
      transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: ManualClock())
    let block: JSONValue = [
      "appId": .string("c" + String(repeating: "a", count: 24)),
      "appClientId": .string("client-" + String(repeating: "b", count: 46)),
      "nativeAppIdentifier": "com.example.app",
    ]
    let made = try AuthClient(
      configuration: AuthConfiguration(["provider": "privy", "providers": ["privy": block]]), plugins: [.privy],
      services: ClientServices(provider: services, sessionStore: MemorySessionStore()))
    _ = try await made.start(FlowRequest(token: Secret(Self.token))).result()
    client.withLock { $0 = made }
    return try PrivyWallets(made)
  }

  /// Signs the user in, and gives their accounts.
  func accounts() async throws -> PrivyAccounts {
    _ = try await wallets()
    return try PrivyAccounts(try #require(client.withLock { $0 }))
  }

  /// The stored session.
  func session() async throws -> Session? { try await client.withLock { $0 }?.storedSession() }

  /// The requests to paths with this suffix.
  func requests(_ path: String) -> [TransportRequest] {
    recorded.withLock { $0.filter { $0.url.path.hasSuffix(path) } }
  }

  private func answer(_ request: TransportRequest) throws(AuthError) -> TransportResponse {
    recorded.withLock { $0.append(request) }
    let path = request.url.path
    let scripted = answers.withLock { $0.first { path.hasSuffix($0.key) }?.value }
    if let scripted { return Self.response(scripted.status, scripted.body) }
    let user: JSONValue = ["id": "did:privy:c", "linked_accounts": []]
    if path.hasSuffix("/custom_jwt_account/authenticate") {
      return Self.response(
        200,
        [
          "user": user, "token": .string(Self.token), "privy_access_token": "p.a.t", "refresh_token": "r",
          "session_update_action": "set", "identity_token": "first",
        ])
    }
    if path.hasSuffix("/wallets/authenticate") { return Self.response(200, try sealed(for: request)) }
    if path.hasSuffix("/users/me") { return Self.response(200, ["user": user, "identity_token": "second"]) }
    if path.contains("/apps/") { return Self.response(200, ["id": "app"]) }
    return Self.response(404, ["error": "nothing", "code": "not_found"])
  }

  /// A key that is sealed for the request's key, in the form of PS51.
  func sealed(for request: TransportRequest) throws(AuthError) -> JSONValue {
    do {
      let body = try JSONValue(parsing: request.body ?? [])
      let recipient = try P256.KeyAgreement.PublicKey(
        derRepresentation: Base64.decode(body["recipient_public_key"]?.stringValue ?? "") ?? [])
      var sender = try HPKE.Sender(
        recipientKey: recipient,
        ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly), info: [UInt8]())
      let key = P256.Signing.PrivateKey()
      let ciphertext = try sender.seal(Array(Base64.encode(key.derRepresentation).utf8))
      let shape = try #require(try WireSample.named("PS51").responseBody)
      return WireShape(shape).filled([
        "encrypted_authorization_key.encapsulated_key": .string(Base64.encode(sender.encapsulatedKey)),
        "encrypted_authorization_key.ciphertext": .string(Base64.encode(ciphertext)),
        "expires_at": .integer(4_102_444_800_000),
      ])
    } catch {
      throw AuthError(.internalError, "The script could not seal a key.")
    }
  }

  private static func response(_ status: Int, _ body: JSONValue) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}
