import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Session {
  /// Returns a session for tests.
  static func sample(
    _ id: String = "s1", provider: ProviderID = "fake", created: Date = Date(timeIntervalSince1970: 1_767_225_600),
    life: Double? = 3600, generation: UInt64 = 1, access: String = "access-1"
  ) -> Session {
    Session(
      id: SessionID(id), providerID: provider, tenant: "tenant", subject: "user-1", identifier: "jane@example.com",
      tokens: SessionTokens(access: Secret(access), refresh: Secret("refresh-\(generation)")), createdAt: created,
      expiresAt: life.map { created.addingTimeInterval($0) }, generation: generation)
  }
}
