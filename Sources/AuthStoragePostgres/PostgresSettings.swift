import AuthCore
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings in the block `storage.sessions.postgres` of a configuration.
struct PostgresSettings: Sendable {
  private let url: Secret?
  private let notifyURL: Secret?
  private let schema: SchemaName
  private let connections: Int
  private let prepares: Bool
  private let statementLimit: Duration
  private let wrappingKey: String
  private let formerWrappingKeys: [String]
  private let keyFile: String?
  private let directory: String?
  private let path: String

  /// Reads the settings. A relative `directory` is resolved against the working directory.
  ///
  /// - Throws: `invalid_configuration` with the path of the wrong value.
  init(_ reader: inout ConfigurationReader, directory: String?) throws(AuthError) {
    path = reader.path
    url = try reader.optionalSecret("url", "a libpq connection string: `postgresql://…`")
    notifyURL = try reader.optionalSecret(
      "notifyURL", "a connection string for the server itself, not a pooler, to receive notifications of changes")
    let name = try reader.optionalString("schema", "the schema of the tables; `latchkey` by default") ?? "latchkey"
    guard let schema = SchemaName(name) else {
      throw reader.wrong("schema", "at most 40 lower-case letters, digits and '_', not beginning with a digit")
    }
    self.schema = schema
    connections = try reader.integer(
      "connections", "the maximum number of connections of this process", default: 8, in: 1...200)
    statementLimit = .seconds(
      try reader.integer(
        "statementSeconds", "how long a statement may take, including the wait for a connection", default: 10,
        in: 1...300))
    prepares = try reader.bool("prepares", "whether statements are prepared", default: true)
    wrappingKey =
      try reader.optionalString(
        "wrappingKey",
        "the kind of wrapping key that protects the data keys: `key-file`, `command`, `tpm`, `secret-service`")
      ?? "key-file"
    formerWrappingKeys = try reader.strings("formerWrappingKeys", "the kinds that protected the data keys before")
    keyFile =
      try reader.optionalString(
        "keyFile", "the key file, if `wrappingKey` is `key-file`; the same file on every host"
      ).map { [sources = reader.sources] in
        Self.absolute(sources.absolute($0))
      }
    self.directory = directory.map(Self.absolute)
  }

  /// Returns the absolute path of a path that may be relative to the working directory.
  private static func absolute(_ directory: String) -> String {
    directory.hasPrefix("/") ? directory : FileManager.default.currentDirectoryPath + "/" + directory
  }

  /// Whether the configuration contains a `url`, and therefore uses PostgreSQL.
  var isWanted: Bool { url != nil }

  /// Makes the values that the stores share, without I/O.
  ///
  /// - Throws: `invalid_configuration` if `url` or the key file's path is missing, or for an unknown kind of wrapping
  ///   key.
  func place(
    _ system: StorageSystem, _ makeWrapping: StorageBackEnd.MakeWrapping
  ) throws(AuthError) -> PostgresPlace {
    guard let url else {
      throw AuthError(
        .invalidConfiguration, "\(path).url is missing. Set it to a reference, such as {\"env\": \"DATABASE_URL\"}.")
    }
    let wrapping = try self.wrapping(wrappingKey, "wrappingKey", system, makeWrapping)
    var former: [any KeyWrapping] = []
    for kind in formerWrappingKeys {
      former.append(try self.wrapping(kind, "formerWrappingKeys", system, makeWrapping))
    }
    var options = PostgresLoop.Options()
    options.limit = connections
    options.prepares = prepares
    options.statementLimit = statementLimit
    let path = path
    let database = PostgresDatabase(options: options, system: system) { () throws(AuthError) in
      try ConnectionParameters(url: url, path: path + ".url")
    }
    let vault = PostgresVault(database, schema: schema, wrapping: wrapping, former: former, system: system)
    let observer = system.observer
    let clock = DatabaseClock(system.clock)
    return PostgresPlace(
      database: database, schema: schema, vault: vault, changes: changes(database, clock, system), system: system,
      host: HostIdentity(system.random), clock: clock
    ) { session in
      observer.record(.store(operation: "rollback", provider: session.providerID, error: nil))
    }
  }

  private func changes(
    _ database: PostgresDatabase, _ clock: DatabaseClock, _ system: StorageSystem
  ) -> PostgresChanges {
    guard let notifyURL else { return PostgresChanges(database, schema: schema, clock: clock, system: system) }
    let (schema, path) = (schema, path)
    return PostgresChanges(database, schema: schema, clock: clock, system: system) { heard in
      var options = PostgresLoop.Options()
      options.limit = 1
      options.standing = PostgresStatement("LISTEN \(schema.channel)")
      options.notified = heard
      return PostgresDatabase(options: options, system: system) { () throws(AuthError) in
        try ConnectionParameters(url: notifyURL, path: path + ".notifyURL")
      }
    }
  }

  private func wrapping(
    _ kind: String, _ key: String, _ system: StorageSystem, _ makeWrapping: StorageBackEnd.MakeWrapping
  ) throws(AuthError) -> any KeyWrapping {
    guard kind == "key-file" else { return try makeWrapping(kind, "\(path).\(key)") }
    if keyFile == nil, let directory { return try HostKeyFile(in: directory, random: system.random) }
    guard let keyFile else {
      throw AuthError(.invalidConfiguration, "\(path).keyFile is missing. Set it to the path of the key file.")
    }
    return try KeyFileWrapping(path: keyFile, random: system.random)
  }
}
