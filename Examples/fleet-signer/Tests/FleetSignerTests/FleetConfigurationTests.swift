import AuthCore
import AuthCrypto
import AuthStorage
import AuthTurnkey
import FleetSigner
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FleetConfigurationTests {
  private static let digest = String(repeating: "ab", count: 32)

  private static func configuration(
    _ changes: JSONObject = [:], caller: JSONObject = ["name": "a", "tokenSHA256": .string(digest), "keys": ["02"]]
  ) -> JSONValue {
    var object: JSONObject = ["keys": ["directory": "/var/lib/fleet"], "callers": [.object(caller)]]
    for name in changes.names { object[name] = changes[name] }
    return .object(object)
  }

  @Test func fillsInDefaults() throws {
    let read = try FleetConfiguration(Self.configuration())
    #expect(read.port == 8090 && read.namespace == "fleet" && read.connectionLimit == 256 && read.forwardLimit == 32)
    #expect(read.apiURL.absoluteString == "https://api.turnkey.com" && !read.logsEverything)
  }

  /// A caller's entry contains public keys, which exist only after the key commands have run.
  @Test func keyCommandsNeedNoCallers() throws {
    let waiting = Self.configuration(caller: ["name": "a", "tokenSHA256": "…", "keys": []])
    for json in [["keys": ["directory": "/var/lib/fleet"]], Self.configuration(["callers": []]), waiting] {
      #expect(try FleetConfiguration(json, readsCallers: false).callers.isEmpty)
      #expect(throws: AuthError(.invalidConfiguration, "")) { try FleetConfiguration(json) }
    }
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      try FleetConfiguration(Self.configuration(["prot": 1]), readsCallers: false)
    }
  }

  @Test func errorsNameEveryFault() throws {
    let cases: [(JSONValue, String)] = [
      ([], "object"), (Self.configuration(["prot": 1]), "port"), (Self.configuration(["port": 70_000]), "$.port"),
      (Self.configuration(["keys": [:]]), "$.keys.directory"), (Self.configuration(["callers": []]), "$.callers"),
      (Self.configuration(["callers": ["x"]]), "$.callers[0]"), (Self.configuration(["forwards": 0]), "$.forwards"),
      (Self.configuration(["apiURL": "ftp://x"]), "$.apiURL"),
      (Self.configuration(caller: ["name": "a", "tokenSHA256": "ab", "keys": ["02"]]), "$.callers[0].tokenSHA256"),
      (
        Self.configuration(caller: ["name": "a", "tokenSHA256": .string(Self.digest), "keys": []]), "$.callers[0].keys"
      ),
      (Self.configuration(caller: ["tokenSHA256": .string(Self.digest), "keys": ["02"]]), "$.callers[0].name"),
      (
        Self.configuration([
          "callers": [
            ["name": "a", "tokenSHA256": .string(Self.digest), "keys": ["02"]],
            ["name": "b", "tokenSHA256": .string(Self.digest), "keys": ["02"]],
          ]
        ]), "$.callers[1]"
      ),
    ]
    for (json, path) in cases {
      let error = #expect(throws: AuthError.self) { try FleetConfiguration(json) }
      #expect(
        error?.code == .invalidConfiguration && error?.message.contains(path) == true,
        "\(path): \(error?.message ?? "")")
    }
  }

  @Test func readsTheStoreOnceAndRefusesACallerWithoutItsKey() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileKeyStore(FileStorage(directory: folder.path))
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "fleet")
    _ = try await store.generate(.p256, policy: KeyPolicy(), namespace: "other")
    _ = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "fleet")
    let keys = try await FleetKeys(store, namespace: "fleet")
    #expect(keys.count == 1)
    try await store.delete(key)
    let stamp = try #require(keys[Hex.encode(key.publicKey)]).stamp([1, 2, 3])
    #expect(stamp.name == "X-Stamp", "the store is not read again")
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      _ = try FleetCallers([.init(name: "a", tokenDigest: Self.digest, keys: ["02ff"])], keys: keys)
    }
  }
}
