/// Where sessions, keys and records are stored. An inner object contains the settings of a kind of store that a
/// separate product adds.
public struct StorageConfiguration: Sendable, Hashable {
  /// `file` or `memory`; separate products add further kinds.
  public var sessions: String
  /// Where the providers' records are stored: `file`, `memory` or a kind that a separate product adds; nil for the kind
  /// in `sessions`.
  public var records: String?
  /// `automatic` (the best available), `file`, `memory`; separate products add further kinds.
  public var keys: String
  /// The directory of file stores; nil for the system's default.
  public var directory: String?
  /// How the keys in that directory are wrapped: `file` (they are not wrapped), `key-file` (by a key in a file
  /// elsewhere); separate products add further kinds.
  public var wrappingKey: String
  /// The kinds of wrapping that were used before, with which keys can still be read.
  public var formerWrappingKeys: [String]
  /// The path of the key file, for `key-file`.
  public var keyFile: String?
  /// For the kind `command`, the program and its arguments; otherwise empty.
  public var wrappingCommand: [String]
  /// The settings of the kinds that separate products add, by name.
  public var blocks: [String: JSONObject]
  /// For each kind whose block is inside another key, that key: `sessions` for `$.storage.sessions.postgres`.
  private var places: [String: String] = [:]

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.storage", sources: sources, log: log)
    let kind = try reader.optionalKind("sessions", "`file` (the default), `memory`, or `{\"postgres\": {…}}`")
    sessions = kind?.name ?? "file"
    records = try reader.optionalString(
      "records", "where providers' records are: by default where the sessions are; `file` or `memory`")
    keys =
      try reader.optionalString(
        "keys", "`automatic` (the best available; the default), `file`, `memory`, `tpm`, `postgres`")
      ?? "automatic"
    directory = try reader.optionalString(
      "directory", "the directory of file stores; by default the system's directory for state"
    ).map { sources.absolute($0) }
    wrappingKey =
      try reader.optionalString(
        "wrappingKey",
        "what wraps that directory's keys: `file` (nothing; the default), `key-file`, `command`, `secret-service`, `tpm`"
      )
      ?? "file"
    formerWrappingKeys = try reader.strings("formerWrappingKeys", "the kinds of wrapping that those keys had before")
    keyFile = try reader.optionalString("keyFile", "the path of the key file, for `key-file`").map {
      sources.absolute($0)
    }
    wrappingCommand = try reader.strings("wrappingCommand", "the program of `command`, and its arguments")
    blocks = [:]
    for name in reader.names where name != "sessions" && reader.isObject(name) {
      blocks[name] = reader.value(name)?.objectValue
    }
    if let kind, let block = kind.block {
      guard blocks[kind.name] == nil else { throw reader.wrong(kind.name, "in one place; it is also in sessions") }
      blocks[kind.name] = block
      places[kind.name] = "sessions"
    }
    try reader.finish()
  }

  /// The path of a kind's block: `$.storage.tpm`, `$.storage.sessions.postgres`.
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
