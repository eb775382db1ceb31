/// Where sessions, keys and records are stored. An object inside the block contains the settings for a kind of store or
/// of wrapping that a separate product adds.
public struct StorageConfiguration: Sendable, Hashable {
  /// Where sessions are stored: `file`, `memory` or a kind that a separate product adds.
  public var sessions: String
  /// Where the providers' records are stored: `file`, `memory` or a kind that a separate product adds; nil to store
  /// them where the sessions are.
  public var records: String?
  /// Where new keys are stored: `automatic` (where the sessions are), `file`, `memory` or a kind that a separate
  /// product adds.
  public var keys: String
  /// The directory of the file stores; nil for the system's directory for state.
  public var directory: String?
  /// What wraps (encrypts) the keys in `directory`: `file` (nothing), `key-file` (the key in the file `keyFile`),
  /// `command` (the program `wrappingCommand`) or a kind that a separate product adds.
  public var wrappingKey: String
  /// The former values of `wrappingKey`, so that keys which were wrapped with them can still be read.
  public var formerWrappingKeys: [String]
  /// The path of the key file for the wrapping `key-file`, which is the only use of this property; nil if the key is
  /// absent.
  public var keyFile: String?
  /// The program for the wrapping `command`, and its arguments; empty if the key is absent.
  public var wrappingCommand: [String]
  /// The settings of the kinds that separate products add, by the name of the kind.
  public var blocks: [String: JSONObject]
  /// The key that contains the block of a kind, for each kind whose block is not directly in `$.storage`: `postgres` →
  /// `sessions` for `$.storage.sessions.postgres`.
  private var places: [String: String] = [:]

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.storage", sources: sources, log: log)
    let kind = try reader.optionalKind("sessions", "`file` (the default), `memory`, or `{\"postgres\": {…}}`")
    sessions = kind?.name ?? "file"
    records = try reader.optionalString(
      "records",
      "where the providers' records are stored: `file`, `memory`, or `postgres` if the sessions are there; by default "
        + "where the sessions are")
    keys =
      try reader.optionalString(
        "keys", "`automatic` (where the sessions are; the default), `file`, `memory`, `tpm`, `postgres`")
      ?? "automatic"
    directory = try reader.optionalString(
      "directory", "the directory of file stores; by default the system's directory for state"
    ).map { sources.absolute($0) }
    wrappingKey =
      try reader.optionalString(
        "wrappingKey",
        "what wraps the keys in `directory`: `file` (no wrapping; the default), `key-file`, `command`, "
          + "`secret-service`, `tpm`"
      )
      ?? "file"
    formerWrappingKeys = try reader.strings("formerWrappingKeys", "the former values of `wrappingKey`")
    keyFile = try reader.optionalString("keyFile", "the path of the key file, if `wrappingKey` is `key-file`").map {
      sources.absolute($0)
    }
    wrappingCommand = try reader.strings(
      "wrappingCommand", "the program that wraps keys, and its arguments, if `wrappingKey` is `command`")
    blocks = [:]
    for name in reader.names where name != "sessions" && reader.isObject(name) {
      blocks[name] = reader.value(name)?.objectValue
    }
    if let kind, let block = kind.block {
      guard blocks[kind.name] == nil else {
        throw reader.wrong(kind.name, "removed, because $.storage.sessions.\(kind.name) configures the same kind")
      }
      blocks[kind.name] = block
      places[kind.name] = "sessions"
    }
    try reader.finish()
  }

  /// Returns the path of the block of the kind `name`: `$.storage.tpm`, `$.storage.sessions.postgres`.
  public func path(ofBlock name: String) -> String {
    ["$.storage", places[name], name].compactMap(\.self).joined(separator: ".")
  }
}

extension StorageConfiguration: Redacting {
  /// All parts except the wrapping command and the contents of the blocks.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "sessions": sessions, "records": records ?? "nil", "keys": keys, "directory": directory ?? "nil",
      "wrappingKey": wrappingKey,
      "formerWrappingKeys": formerWrappingKeys.joined(separator: " "), "keyFile": keyFile ?? "nil",
      "blocks": blocks.keys.sorted().joined(separator: " "),
    ]
  }
}
