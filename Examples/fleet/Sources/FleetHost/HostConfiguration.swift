public import AuthCore

/// One host's configuration file. It contains no secret: the block `auth` refers to secrets in environment variables or
/// files.
///
/// ```json
/// {"name": "a", "auth": {"provider": "privy", "providers": {…}, "storage": {…}},
///  "address": "127.0.0.1", "port": 8101, "connections": 256, "historyFile": "a.jsonl"}
/// ```
public struct HostConfiguration: Sendable {
  /// The host's name in the history and in responses; by default the address and the port.
  public let name: String
  /// The block `auth`: a configuration of Latchkey.
  public let auth: JSONObject
  /// The environment variables and files to which the block `auth` refers.
  public let sources: ConfigurationSources
  /// The address to listen on: an IPv4 address of this machine.
  public let address: String
  /// The port to listen on; 0 for any free port.
  public let port: UInt16
  /// The maximum number of open connections.
  public let connectionLimit: Int
  /// The file to which the history is appended; nil for no history.
  public let historyFile: String?

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - json: the content of the configuration file.
  ///   - sources: the environment, and the directory of relative paths.
  /// - Throws: `invalid_configuration` with the path of the key, the fault, and the nearest known key. The block
  ///   `auth` is checked by `authConfiguration()`.
  public init(_ json: JSONValue, sources: ConfigurationSources = ConfigurationSources()) throws(AuthError) {
    guard let object = json.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object.")
    }
    var reader = ConfigurationReader(object, path: "$", sources: sources)
    guard let auth = reader.value("auth")?.objectValue else {
      throw reader.wrong("auth", "an object: a configuration of Latchkey")
    }
    self.auth = auth
    self.sources = sources
    address = try reader.optionalString("address") ?? "127.0.0.1"
    port = UInt16(try reader.integer("port", default: 8100, in: 0...65_535))
    name = try reader.optionalString("name") ?? "\(address):\(port)"
    connectionLimit = try reader.integer("connections", default: 256, in: 1...10_000)
    historyFile = try reader.optionalString("historyFile").map { sources.absolute($0) }
    try reader.finish()
  }

  /// The configuration in the block `auth`.
  ///
  /// - Throws: `invalid_configuration` with the path of each fault and the remedy for it.
  public func authConfiguration() throws(AuthError) -> AuthConfiguration {
    do throws(AuthError) {
      return try AuthConfiguration(auth, sources: sources)
    } catch {
      var located = error
      located.message = "In $.auth: \(error.message)"
      throw located
    }
  }
}
