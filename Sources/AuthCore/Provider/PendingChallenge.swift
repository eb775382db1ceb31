#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sign-in elsewhere that waits for a decision here.
public struct PendingChallenge: Sendable, Hashable {
  /// What `approve` and `deny` take.
  public let id: String
  /// What is to be approved, by the vendor's name.
  public let action: String?
  /// Where it comes from: address, browser.
  public let origin: String?
  /// When it is too late.
  public let expiresAt: Date?
  /// Whether `approve` needs the number that the other device shows.
  public let needsNumber: Bool
  /// A challenge.
  public init(
    id: String, action: String? = nil, origin: String? = nil, expiresAt: Date? = nil, needsNumber: Bool = false
  ) {
    self.id = id
    self.action = action
    self.origin = origin
    self.expiresAt = expiresAt
    self.needsNumber = needsNumber
  }
}
