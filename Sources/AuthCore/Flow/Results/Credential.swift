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
  /// The credential's display name, which may be masked; nil if the vendor sends no name that can be shown. A name of
  /// more than 200 characters is cut. Control and formatting characters are replaced with spaces, and double quotes
  /// with apostrophes.
  public let label: String?
  /// Whether this is the user's primary address or credential of its method; nil if the vendor does not report it.
  public let isPrimary: Bool?
  /// When the credential was added; nil if the vendor does not report it.
  public let createdAt: Date?
  /// When the credential was last used; nil if the vendor does not report it.
  public let lastUsedAt: Date?

  /// Creates a credential; by default the vendor reports only its id and method.
  public init(
    id: String, method: MethodID, label: String? = nil, isPrimary: Bool? = nil, createdAt: Date? = nil,
    lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.method = method
    self.label = label.flatMap { ServerText.shown($0) }
    self.isPrimary = isPrimary
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
