#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The fields of a session; `Session` documents each of them.
@usableFromInline struct SessionFields: Sendable, Equatable {
  @usableFromInline let id: SessionID
  @usableFromInline let providerID: ProviderID
  @usableFromInline let tenant: String
  @usableFromInline var subject: String
  @usableFromInline var identifier: String?
  @usableFromInline var displayName: String?
  @usableFromInline var tokens: SessionTokens
  @usableFromInline var key: KeyReference?
  @usableFromInline var createdAt: Date
  @usableFromInline var expiresAt: Date?
  @usableFromInline var claims: JSONObject
  @usableFromInline var tags: [String: String]
  @usableFromInline var generation: UInt64
  var adapterValues: [String: String] = [:]
  /// See `Session.clockLag`.
  var clockLag: Double = 0
}
