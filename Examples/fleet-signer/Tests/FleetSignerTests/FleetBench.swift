import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import BackendServer
import FleetSigner
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fleet whose vendor is a sandbox. Each caller has a key, and each key has its own organisation.
struct FleetBench {
  struct Caller {
    let name: String
    let token: String
    let key: P256.Signing.PrivateKey
    let organization: String

    var publicKey: String { Hex.encode(Array(key.publicKey.compressedRepresentation)) }
  }

  let sandbox: Sandbox
  let callers: [Caller]
  let fleet: Fleet
  let lines = LogLines()

  /// - Parameters:
  ///   - count: the number of callers.
  ///   - forwards: the limit of forwarded requests in progress.
  ///   - transport: the transport to the vendor; nil for a sandbox in this process.
  init(callers count: Int, forwards: Int = 32, transport: (any HTTPTransport)? = nil) async throws {
    sandbox = try Sandbox()
    let block = try #require(sandbox.descriptor["turnkey"])
    func text(_ name: String) throws -> String { try #require(block[name]?.stringValue) }
    let network = SandboxTransport(sandbox: sandbox)
    let parent = TurnkeyClient(
      organizationID: try text("organizationId"),
      stamper: try APIKeyStamper(
        publicKeyHex: try text("apiPublicKey"), privateKeyHex: Secret(try text("apiPrivateKey"))),
      baseURL: try #require(URL(string: try text("apiBaseURL"))), transport: network)
    var callers: [Caller] = []
    for index in 0..<count {
      let key = P256.Signing.PrivateKey()
      let publicKey = Hex.encode(Array(key.publicKey.compressedRepresentation))
      let made: JSONValue = try await parent.submit(
        "create_sub_organization", type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8",
        [
          "subOrganizationName": .string("fleet \(index)"), "rootQuorumThreshold": 1,
          "rootUsers": [
            [
              "userName": .string("fleet \(index)"), "authenticators": [], "oauthProviders": [],
              "apiKeys": [
                ["apiKeyName": "fleet", "publicKey": .string(publicKey), "curveType": "API_KEY_CURVE_P256"]
              ],
            ]
          ],
        ], result: "createSubOrganizationResultV8")
      callers.append(
        Caller(
          name: "caller-\(index)", token: "token-\(index)-CANARY", key: key,
          organization: try #require(made["subOrganizationId"]?.stringValue)))
    }
    self.callers = callers
    let known: [JSONValue] = callers.map {
      [
        "name": .string($0.name), "keys": [.string($0.publicKey)],
        "tokenSHA256": .string(Hex.encode(Array(SHA256.hash(data: Array($0.token.utf8))))),
      ]
    }
    let configuration = try FleetConfiguration([
      "apiURL": .string(try text("apiBaseURL")), "keys": ["directory": "/nowhere"],
      "forwards": .integer(Int64(forwards)), "logsEverything": true,
      "callers": .array(known),
    ])
    let keys = try FleetKeys(
      callers.map {
        try APIKeyStamper(
          publicKeyHex: $0.publicKey, privateKeyHex: Secret(Hex.encode(Array($0.key.rawRepresentation))))
      })
    let lines = lines
    fleet = try Fleet(
      configuration, keys: keys, transport: transport ?? network, log: FleetLog(everything: true) { lines.add($0) })
  }

  /// Returns the fleet's response, at once or later.
  func answer(
    _ target: String, _ caller: Caller? = nil, method: String = "POST", body: [UInt8] = []
  ) async -> BackendResponse {
    let request = BackendRequest(
      method, target, authorization: caller.map { "Bearer \($0.token)" }, body: body)
    switch fleet.answer(request) {
    case .ready(let response): return response
    case .later(let response): return await response()
    }
  }

  static func whoAmI(_ caller: Caller) -> [UInt8] {
    JSONValue.object(["organizationId": .string(caller.organization)]).serialized
  }

  /// Returns whether `value` is a stamp of `caller` over exactly the bytes of `body`.
  static func isStamp(_ value: String?, of body: [UInt8], by caller: Caller) throws -> Bool {
    let decoded = try #require(value.flatMap { Base64URL.decode($0) })
    let stamp = try JSONValue(parsing: decoded)
    let signature = try #require(stamp["signature"]?.stringValue.flatMap { Hex.decode($0) })
    let parsed = try P256.Signing.ECDSASignature(derRepresentation: signature)
    return stamp["publicKey"]?.stringValue == caller.publicKey
      && caller.key.publicKey.isValidSignature(parsed, for: body)
  }
}

/// The log of a fleet.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
