#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A credential that a user has enrolled.
public struct Credential: Sendable, Hashable {
  /// The vendor's id of the credential.
  public let id: String
  /// The method that the credential is for.
  public let method: MethodID
  /// The credential's name for people; may be masked.
  public let label: String?
  /// Whether it is the user's main address or credential of its method, if the vendor says so.
  public let isPrimary: Bool?
  /// When it was added.
  public let createdAt: Date?
  /// When it was last used.
  public let lastUsedAt: Date?

  /// A credential.
  public init(
    id: String, method: MethodID, label: String? = nil, isPrimary: Bool? = nil, createdAt: Date? = nil,
    lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.method = method
    self.label = label
    self.isPrimary = isPrimary
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
