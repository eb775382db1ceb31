public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The server's configuration file. It contains no secret, only the hashes of the callers' tokens.
///
/// ```json
/// {"apiURL": "https://api.turnkey.com", "keys": {"directory": "/var/lib/fleet", "namespace": "fleet"},
///  "callers": [{"name": "payments", "tokenSHA256": "…64 hex…", "keys": ["03…"]}],
///  "port": 8090, "connections": 256, "forwards": 32, "logsEverything": false}
/// ```
public struct FleetConfiguration: Sendable {
  /// One caller.
  public struct Caller: Sendable, Hashable {
    /// The caller's name in the log.
    public let name: String
    /// The SHA-256 hash of the caller's bearer token, in lower-case hexadecimal.
    public let tokenDigest: String
    /// The public keys of the keys that the caller may use, in lower-case hexadecimal. The first is the default.
    public let keys: [String]

    /// Creates a caller.
    public init(name: String, tokenDigest: String, keys: [String]) {
      self.name = name
      self.tokenDigest = tokenDigest
      self.keys = keys
    }
  }

  /// The URL of the vendor's API, to which requests are forwarded.
  public let apiURL: URL
  /// The directory of the key store.
  public let directory: String
  /// The namespace of the fleet's keys.
  public let namespace: String
  /// The callers.
  public let callers: [Caller]
  /// The port to listen on; 0 for any free port.
  public let port: UInt16
  /// The maximum number of open connections.
  public let connectionLimit: Int
  /// The maximum number of forwarded requests in progress.
  public let forwardLimit: Int
  /// Whether every request is logged, or only those that were refused or failed.
  public let logsEverything: Bool

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - json: the content of the configuration file.
  ///   - environment: the environment variables, which override the values of the file.
  ///   - readsCallers: `false` for the commands that make keys, because the callers may name keys that do not exist
  ///     yet.
  /// - Throws: `invalid_configuration` with the path of the key, the fault, and the nearest known key.
  public init(
    _ json: JSONValue, environment: [String: String] = [:], readsCallers: Bool = true
  ) throws(AuthError) {
    guard let object = json.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object.")
    }
    let sources = ConfigurationSources(environment: environment)
    var reader = ConfigurationReader(object, path: "$", sources: sources)
    apiURL = try reader.baseURL("apiURL", default: "https://api.turnkey.com")
    guard var keys = try reader.object("keys") else { throw reader.wrong("keys", "an object with 'directory'") }
    directory = try keys.string("directory")
    namespace = try keys.optionalString("namespace") ?? "fleet"
    try keys.finish()
    let listed = reader.value("callers")
    callers = readsCallers ? try Self.callers(listed, sources) : []
    port = UInt16(try reader.integer("port", default: 8090, in: 0...65535))
    connectionLimit = try reader.integer("connections", default: 256, in: 1...10_000)
    forwardLimit = try reader.integer("forwards", default: 32, in: 1...1000)
    logsEverything = try reader.bool("logsEverything", default: false)
    try reader.finish()
  }

  private static func callers(
    _ value: JSONValue?, _ sources: ConfigurationSources
  ) throws(AuthError) -> [Caller] {
    guard let list = value?.arrayValue, !list.isEmpty else {
      throw AuthError(.invalidConfiguration, "$.callers must be an array with at least one caller.")
    }
    var callers: [Caller] = []
    for (index, item) in list.enumerated() {
      guard let object = item.objectValue else {
        throw AuthError(.invalidConfiguration, "$.callers[\(index)] must be an object.")
      }
      var reader = ConfigurationReader(object, path: "$.callers[\(index)]", sources: sources)
      let name = try reader.string("name")
      let digest = try reader.string("tokenSHA256").lowercased()
      guard Hex.decode(digest)?.count == 32 else { throw reader.wrong("tokenSHA256", "64 hexadecimal digits") }
      let keys = try reader.strings("keys").map { $0.lowercased() }
      guard !keys.isEmpty else { throw reader.wrong("keys", "an array with at least one public key") }
      try reader.finish()
      guard !callers.contains(where: { $0.name == name || $0.tokenDigest == digest }) else {
        throw AuthError(
          .invalidConfiguration, "$.callers[\(index)]: another caller has this name or token. Choose another one.")
      }
      callers.append(Caller(name: name, tokenDigest: digest, keys: keys))
    }
    return callers
  }
}
