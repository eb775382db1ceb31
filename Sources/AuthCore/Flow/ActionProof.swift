#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A proof that the user did what an action asks for.
public struct ActionProof: Sendable {
  /// The token for the app's backend.
  public let token: Secret
  /// The action it proves.
  public let action: String?
  /// Who proved it, where that is known.
  public let subject: String?
  /// Who the flow was about.
  public let identifier: String?
  /// When it stops working.
  public let expiresAt: Date?
  /// Whether the user enrolled for the first time on the way.
  public let isNewUser: Bool

  /// A proof.
  public init(
    token: Secret, action: String?, subject: String? = nil, identifier: String? = nil, expiresAt: Date? = nil,
    isNewUser: Bool = false
  ) {
    self.token = token
    self.action = action
    self.subject = subject
    self.identifier = identifier
    self.expiresAt = expiresAt
    self.isNewUser = isNewUser
  }
}
