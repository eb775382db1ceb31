/// Where sessions, keys and records are kept. An object in the block belongs to a kind that a separate
/// product adds.
public struct StorageConfiguration: Sendable, Hashable {
  /// `file` or `memory`; further kinds by products of their own.
  public var sessions: String
  /// `automatic` (the best there is), `file`, `memory`; further kinds by products of their own.
  public var keys: String
  /// The directory of file stores; nil for the system's default.
  public var directory: String?
  /// What wraps the keys of that directory: `file` (nothing: they lie in it), `key-file` (a file elsewhere); further
  /// kinds by products of their own.
  public var wrappingKey: String
  /// What may have wrapped them before.
  public var formerWrappingKeys: [String]
  /// The file of `key-file`.
  public var keyFile: String?
  /// The blocks of the kinds that products of their own bring, by their names.
  public var blocks: [String: JSONObject]

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.storage", sources: sources, log: log)
    sessions = try reader.optionalString("sessions", "`file` (the default) or `memory`") ?? "file"
    keys =
      try reader.optionalString("keys", "`automatic` (the best available; the default), `file`, `memory`, `tpm`")
      ?? "automatic"
    directory = try reader.optionalString(
      "directory", "the directory of file stores; by default the system's directory for state"
    ).map { sources.absolute($0) }
    wrappingKey =
      try reader.optionalString(
        "wrappingKey",
        "what wraps that directory's keys: `file` (nothing; the default), `key-file`, `secret-service`, `tpm`")
      ?? "file"
    formerWrappingKeys = try reader.strings("formerWrappingKeys", "the kinds that may have wrapped those keys before")
    keyFile = try reader.optionalString("keyFile", "the file of `key-file`").map { sources.absolute($0) }
    blocks = [:]
    for name in reader.names where reader.isObject(name) { blocks[name] = reader.value(name)?.objectValue }
    try reader.finish()
  }
}

extension StorageConfiguration: Redacting {
  /// Everything but what is in the blocks.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "sessions": sessions, "keys": keys, "directory": directory ?? "nil", "wrappingKey": wrappingKey,
      "formerWrappingKeys": formerWrappingKeys.joined(separator: " "), "keyFile": keyFile ?? "nil",
      "blocks": blocks.keys.sorted().joined(separator: " "),
    ]
  }
}
