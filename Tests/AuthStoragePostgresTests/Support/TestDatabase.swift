import AuthCore
import AuthStorage
import TestSupport

@testable import AuthStoragePostgres

/// The server that all tests of this target share, with PgBouncer in front of it. Each test has its own schema.
enum TestServer {
  static let shared: PostgresServer? = PostgresServer.start("--bouncer", "--no-fsync", "--max-connections", "400")
  static var isThere: Bool { shared != nil }
}

/// A wrapping key in memory, which the hosts of a test share.
struct MemoryWrapping: KeyWrapping {
  var id = "memory"
  let key: Secret
  let random: any RandomSource = SystemRandomSource()

  init(id: String = "memory", key: Secret = Secret(Array(repeating: 7, count: 32))) {
    self.id = id
    self.key = key
  }

  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    try WrappedKey(wrapping: keys, with: key, name: "test", random: random).encoded
  }

  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret { try WrappedKey(decoding: wrapped).open(with: key) }
  func discard(_ wrapped: [UInt8]) throws(AuthError) {}
}

/// One schema of the server, and hosts that use it. Each host has its own connections, identity and keys.
struct TestDatabase: Sendable {
  let server: PostgresServer
  let schema: SchemaName
  /// The key of the URL in `PostgresServer.description`.
  let via: String

  /// Creates a schema and migrates it.
  static func make(via: String = "url") async throws -> TestDatabase {
    guard let server = TestServer.shared else { throw AuthError(.internalError, "There is no server.") }
    guard let schema = SchemaName("t_" + Hex.encode(SystemRandomSource().bytes(8))) else {
      throw AuthError(.internalError, "The name is wrong.")
    }
    let database = TestDatabase(server: server, schema: schema, via: via)
    let owner = PostgresSchema(schema, in: database.database("ownerURL"))
    _ = try await owner.migrate()
    for line in owner.grants(to: server.text("appRole")).split(separator: "\n") {
      try await database.database("ownerURL").run(PostgresStatement(String(line)), to: "grant")
    }
    return database
  }

  func database(_ url: String, _ change: (inout PostgresLoop.Options) -> Void = { _ in }) -> PostgresDatabase {
    var options = PostgresLoop.Options()
    options.limit = 4
    // A long limit, so that a busy machine does not look like a fault of the stores.
    options.connectLimit = .seconds(60)
    options.statementLimit = .seconds(120)
    change(&options)
    let text = Secret(server.text(url))
    return PostgresDatabase(options: options, system: system()) { () throws(AuthError) in
      try ConnectionParameters(url: text, path: "$.url")
    }
  }

  func system(clock: any AuthClock = SystemClock()) -> StorageSystem {
    StorageSystem(clock: clock, random: SystemRandomSource())
  }

  /// Returns a new host.
  func host(
    wrapping: any KeyWrapping = MemoryWrapping(), former: [any KeyWrapping] = [], via: String? = nil,
    listens: Bool = false, clock wallClock: any AuthClock = SystemClock(),
    rolledBack: @escaping @Sendable (Session) -> Void = { _ in }
  ) -> PostgresPlace {
    let database = database(via ?? self.via)
    let vault = PostgresVault(database, schema: schema, wrapping: wrapping, former: former, system: system())
    let clock = DatabaseClock(wallClock)
    let changes = PostgresChanges(
      database, schema: schema, clock: clock, system: system(),
      listener: listens
        ? { heard in
          self.database("url") { options in
            options.limit = 1
            options.standing = PostgresStatement("LISTEN \(schema.channel)")
            options.notified = heard
          }
        } : nil)
    return PostgresPlace(
      database: database, schema: schema, vault: vault, changes: changes, system: system(),
      host: HostIdentity(SystemRandomSource()), clock: clock, rolledBack: rolledBack)
  }

  /// Runs SQL as the superuser, with `{schema}` replaced by the name of the schema; returns the output.
  @discardableResult
  func sql(_ text: String) async -> String { await server.sql(schema.apply(text)) }
}
