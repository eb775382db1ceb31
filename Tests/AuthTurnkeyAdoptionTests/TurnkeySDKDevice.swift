import AuthAdoption
import AuthCore
import AuthCrypto
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAdoption
import SDKFiles
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A device on which the vendor's SDK has signed users in at the sandbox, and the client that takes the sessions over.
struct TurnkeySDKDevice {
  /// Where the SDK kept a session's key.
  enum Place { case enclave, keychain, keychainOfVersion2, nowhere }

  let clock = ManualClock()
  let sandbox: Sandbox
  let records = MemoryRecordStore()
  let sessions: MemorySessionStore
  let keys = MemoryKeyStore()

  init() throws {
    sandbox = try Sandbox(clock: clock)
    sessions = MemorySessionStore(clock: clock)
  }

  /// A session of the SDK: its token and its key.
  struct SDKSession {
    let session: Session
    let scalar: Secret
    var publicKey: String { session.key.map { Hex.encode($0.publicKey) } ?? "" }

    /// The record of version 3 and later, in the SDK's members.
    func record(publicKey: String? = nil, token: Secret? = nil) -> JSONValue {
      [
        "decoded": decoded(publicKey ?? self.publicKey),
        "jwt": .string((token ?? session.tokens.access ?? Secret("")).revealText()),
      ]
    }

    /// The record of version 2.
    var recordOfVersion2: JSONValue { decoded(publicKey) }

    private func decoded(_ publicKey: String) -> JSONValue {
      [
        "exp": .integer(Int64(session.expiresAt?.timeIntervalSince1970 ?? 0)), "public_key": .string(publicKey),
        "session_type": "SESSION_TYPE_READ_WRITE", "user_id": .string(session.subject),
        "organization_id": session.claims["organization_id"] ?? "",
      ]
    }

    var scalarText: String { scalar.withBytes { Hex.encode($0) } }
  }

  /// Signs a user in with the SDK's part played by another client, which keeps its key in memory.
  func signIn(_ address: String = "jane@example.org") async throws -> SDKSession {
    let keys = MemoryKeyStore()
    let other = try client(
      KeyRing(keys), MemoryRecordStore(), MemorySessionStore(clock: clock))
    let flow = other.signIn(identifier: address)
    _ = await flow.nextPrompt()
    try await flow.submit(code: try sandbox.lastCode(to: address))
    guard case .session(let session, _) = try await flow.result() else {
      throw AuthError(.internalError, "The flow did not end in a session.")
    }
    return SDKSession(session: session, scalar: try await keys.exportKey(try #require(session.key)))
  }

  /// The SDK's files with these sessions.
  func files(
    _ stored: [(name: String, session: SDKSession, place: Place)], selected: String? = nil,
    autoRefresh: [String: String] = [:]
  ) throws -> SDKFiles {
    var preferences: [String: SDKFiles.Preference] = [
      "com.turnkey.sdk.sessionKeys": .json(.array(stored.map { .string($0.name) })),
      "com.turnkey.sdk.autoRefresh": .json(.object(JSONObject(autoRefresh.map { ($0.key, .string($0.value)) }))),
      "theme": .text("dark"),
    ]
    if let selected { preferences["com.turnkey.sdk.selectedSession"] = .json(.string(selected)) }
    var passwords: [(service: String, account: String, value: String)] = []
    var keys: [(tag: String?, label: String?, scalar: Secret)] = []
    for (name, session, place) in stored {
      preferences[name] = .json(place == .keychainOfVersion2 ? session.recordOfVersion2 : session.record())
      switch place {
      case .enclave: keys.append((session.publicKey, "TurnkeyApiKeyPair", session.scalar))
      case .keychain: passwords.append((session.publicKey, "TurnkeySecureStorageStamper", session.scalarText))
      case .keychainOfVersion2: passwords.append((session.publicKey, "p256-private", session.scalarText))
      case .nowhere: break
      }
    }
    return try SDKFiles(preferences: preferences, passwords: passwords, keys: keys)
  }

  /// The app's client, with the store of adopted keys unless `storage` is nil.
  func client(
    adopting storage: (any SDKStorage)?, primary: (any KeyStore)? = nil, sessions: (any SessionStore)? = nil
  ) throws -> AuthClient {
    let adopted: [any KeyStore] = storage.map { [AdoptedKeyStore($0, records: records)] } ?? []
    return try client(KeyRing(primary ?? keys, others: adopted), records, sessions ?? self.sessions)
  }

  private func client(
    _ keys: KeyRing, _ records: MemoryRecordStore, _ sessions: any SessionStore
  ) throws -> AuthClient {
    let block = try #require(sandbox.configuration["providers"]?["turnkey"])
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": block]]), plugins: [.turnkey],
      services: ClientServices(
        provider: ProviderServices(
          transport: SandboxTransport(sandbox: sandbox, clock: clock), keys: keys, records: records, clock: clock),
        sessionStore: sessions))
  }
}

/// A key store that takes no keys, such as one in hardware.
struct ClosedKeyStore: KeyStore {
  let inner: MemoryKeyStore
  var id: String { inner.id }
  var supportedAlgorithms: [KeyAlgorithm] { inner.supportedAlgorithms }
  var isExportable: Bool { false }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try await inner.generate(algorithm, policy: policy, namespace: namespace)
  }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { try await inner.keys(in: namespace) }
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try await inner.sign(message, with: key)
  }
  func delete(_ key: KeyReference) async throws(AuthError) { try await inner.delete(key) }
}
