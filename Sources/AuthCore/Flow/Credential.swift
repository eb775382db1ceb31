#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that a user can prove themselves with.
public struct Credential: Sendable, Hashable {
  /// The vendor's id of it.
  public let id: String
  /// Which method it serves.
  public let method: MethodID
  /// For people; may be masked.
  public let label: String?
  /// When it was added.
  public let createdAt: Date?
  /// When it was last used.
  public let lastUsedAt: Date?

  /// A credential.
  public init(id: String, method: MethodID, label: String? = nil, createdAt: Date? = nil, lastUsedAt: Date? = nil) {
    self.id = id
    self.method = method
    self.label = label
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
