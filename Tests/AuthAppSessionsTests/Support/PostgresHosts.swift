import AuthCore
import AuthStorage
import AuthStoragePostgres
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server that all tests of this target share.
enum TestServer {
  static let shared = PostgresServer.start("--no-fsync", "--max-connections", "200")
}

/// Hosts whose records are in one schema of a PostgreSQL server, opened as an app's backend opens them.
struct PostgresHosts: Sendable {
  let server: PostgresServer
  private let schema = "a_" + Hex.encode(SystemRandomSource().bytes(8))
  private let directory: TemporaryDirectory

  /// Creates a schema and migrates it.
  init() async throws {
    guard let server = TestServer.shared else { throw AuthError(.internalError, "There is no server.") }
    self.server = server
    directory = try TemporaryDirectory()
    guard let owner = try shared("ownerURL").sessions as? PostgresSessionStore else {
      throw AuthError(.internalError, "The plug-in has another session store.")
    }
    _ = try await owner.schema.migrate()
    await server.sql(owner.schema.grants(to: server.text("appRole")))
  }

  /// Returns the record store of a new host, with its own connections.
  func records() throws -> any RecordStore { try shared("url").records }

  private func shared(_ url: String) throws -> SharedStores {
    let sources = ConfigurationSources(environment: ["DATABASE_URL": server.text(url)])
    let configuration = try AuthConfiguration(
      [
        "provider": "none", "providers": ["none": [:]],
        "storage": [
          "directory": .string(directory.path),
          "sessions": [
            "postgres": [
              "url": ["env": "DATABASE_URL"], "schema": .string(schema), "connections": 4, "statementSeconds": 120,
            ]
          ],
        ],
      ], sources: sources)
    let backEnd = try StoragePlugin.postgres.open(
      configuration.storage, sources: sources,
      system: StorageSystem(clock: SystemClock(), random: SystemRandomSource(), directory: directory.path))
    guard let make = backEnd.makeShared else { throw AuthError(.internalError, "The plug-in has no shared stores.") }
    return try make { (_, _) throws(AuthError) in throw AuthError(.internalError, "another wrapping") }
  }

  /// All rows of the schema's records as text.
  func dump() async -> String {
    await server.sql(
      "SELECT encode(space, 'escape'), encode(name, 'escape'), encode(record, 'escape') FROM \(schema).record")
  }
}
