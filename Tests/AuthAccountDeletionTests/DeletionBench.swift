import AuthAccountDeletion
import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthSandbox
import AuthSandboxKit
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

/// A device, the sandbox's servers, and the network between them.
struct DeletionBench {
  let clock = ManualClock()
  let sandbox: Sandbox
  var sessions: MemorySessionStore
  let keys = MemoryKeyStore()
  /// The keys that exist.
  let liveKeys = LiveKeys()
  let records = MemoryRecordStore()
  let transport: FaultyTransport
  /// How many changes of the device's stores succeed.
  let budget = WriteBudget()

  init() throws {
    sandbox = try Sandbox(clock: clock, random: SeededRandomSource(seed: 5))
    sessions = MemorySessionStore(clock: clock)
    transport = FaultyTransport(around: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
  }

  /// A new start of the app, with what is stored.
  ///
  /// - Parameters:
  ///   - change: changes the provider's block.
  ///   - configured: the configured provider; nil for `provider`, which is otherwise the fallback.
  func client(
    _ provider: String, configured: String? = nil, turnkey: ProviderPlugin = .turnkey,
    changing change: (inout JSONObject) -> Void = { _ in }
  ) throws -> AuthClient {
    var blocks: JSONObject = [:]
    for name in Set([provider, configured ?? provider]) {
      var block = try #require(sandbox.configuration["providers"]?[name]?.objectValue)
      if name == provider { change(&block) }
      blocks[name] = .object(block)
    }
    var configuration: JSONObject = ["provider": .string(configured ?? provider), "providers": .object(blocks)]
    if configured != nil { configuration["fallback"] = [.string(provider)] }
    return try client(configuration, turnkey)
  }

  /// A new start of the app, with instances whose names differ from those in the sandbox's configuration.
  ///
  /// - Parameters:
  ///   - instances: the names of the sandbox's instances, by their names in the app.
  ///   - configured: the name of the configured instance.
  func client(_ instances: [String: String], configured: String) throws -> AuthClient {
    var blocks: JSONObject = [:]
    for (name, origin) in instances {
      var block = try #require(sandbox.configuration["providers"]?[origin]?.objectValue)
      block["type"] = .string(origin)
      blocks[name] = .object(block)
    }
    return try client(["provider": .string(configured), "providers": .object(blocks)], .turnkey)
  }

  private func client(_ configuration: JSONObject, _ turnkey: ProviderPlugin) throws -> AuthClient {
    let store = LimitedRecordStore(inner: records, budget: budget)
    return try AuthClient(
      configuration: AuthConfiguration(configuration), plugins: [turnkey, .privy, .hawcx, .authsignal],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(LimitedKeyStore(inner: keys, budget: budget, live: liveKeys)),
          records: store, clock: clock),
        sessionStore: LimitedSessionStore(inner: sessions, budget: budget)))
  }

  func backend(_ path: String) throws -> URL {
    let base = try #require(sandbox.configuration["providers"]?["authsignal"]?["backend"]?["baseURL"]?.stringValue)
    return try #require(URL(string: base + path))
  }

  /// A deletion at the vendor for Turnkey, and through the backend for the others.
  func deletion(_ provider: String, code: String? = nil) throws -> AccountDeletion {
    AccountDeletion(
      at: provider == "turnkey" ? .vendor : .backend(try backend("/me")),
      revoking: try code.map { .init(url: try backend("/apple/revoke"), code: Secret($0)) })
  }

  /// The path of the request that deletes the account.
  func path(_ provider: String) -> String { provider == "turnkey" ? "delete_sub_organization" : "/backend/me" }

  /// How many deletions have reached the server.
  func deletions(_ provider: String) throws -> Int {
    try sandbox.requestCount(
      provider == "turnkey" ? "/turnkey/public/v1/submit/delete_sub_organization" : "/backend/me")
  }

  func revocations() throws -> Int { try sandbox.requestCount("/backend/apple/revoke") }

  @discardableResult
  func signIn(
    _ client: AuthClient, _ address: String = "jane@example.com", provider: ProviderID? = nil
  ) async throws -> Session {
    let flow = client.start(FlowRequest(identifier: address, method: .emailOTP), provider: provider)
    _ = await flow.nextPrompt()
    try await flow.submit(code: try sandbox.lastCode(to: address))
    guard case .session(let session, _) = try await flow.result() else {
      throw AuthError(.internalError, "The flow did not end in a session.")
    }
    return session
  }

  /// Whether the device has nothing of the provider's users: no session, record, history or key.
  func isClean(_ provider: String) async throws -> Bool {
    var left: [String] = []
    for store in [records.namespaced(provider), records.namespaced(provider).namespaced("outbox")] {
      left += try await store.keys().filter { !$0.hasPrefix("device-id") }
    }
    left += try await records.namespaced("latchkey").namespaced("account-deletions").keys()
    return try await sessions.list().isEmpty && left.isEmpty && liveKeys.isEmpty
  }
}
