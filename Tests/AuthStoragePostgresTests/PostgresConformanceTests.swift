import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthStoragePostgres

/// The conformance suites of all stores, on a real server. Two hosts share one schema.
@Suite(.enabled(if: TestServer.isThere, "PostgreSQL and PgBouncer are needed: apt install postgresql pgbouncer"))
struct PostgresConformanceTests {
  static let ways = ["url", "bouncerURL"]

  @Test("sessions keep all laws, directly and through PgBouncer", arguments: ways)
  func sessions(via: String) async {
    let failures = await SessionStoreConformance {
      let database = try await TestDatabase.make(via: via)
      return (0..<2).map { _ in PostgresSessionStore(database.host()) }
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test("records keep all laws, directly and through PgBouncer", arguments: ways)
  func records(via: String) async {
    let failures = await RecordStoreConformance {
      let database = try await TestDatabase.make(via: via)
      return (0..<2).map { _ in PostgresRecordStore(database.host()) }
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test("keys keep all laws, directly and through PgBouncer", arguments: ways)
  func keys(via: String) async {
    let failures = await KeyStoreConformance(verify: Self.verify) {
      let database = try await TestDatabase.make(via: via)
      return (0..<2).map { _ in PostgresKeyStore(database.host()) }
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  private static let verify: KeyStoreConformance.Verification = { signature, message, key in
    switch key.algorithm {
    case .p256:
      guard let publicKey = try? P256.Signing.PublicKey(compressedRepresentation: key.publicKey),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return publicKey.isValidSignature(signature, for: message)
    case .ed25519:
      guard let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key.publicKey) else { return false }
      return publicKey.isValidSignature(signature, for: message)
    }
  }
}
