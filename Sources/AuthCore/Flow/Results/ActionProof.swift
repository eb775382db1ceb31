#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A proof that the user did what an action requires.
public struct ActionProof: Sendable {
  /// The token for the app's backend.
  public let token: Secret
  /// The action it proves.
  public let action: String?
  /// The user who proved it, if known.
  public let subject: String?
  /// The user whom the flow was about.
  public let identifier: String?
  /// When the token expires.
  public let expiresAt: Date?
  /// Whether the user enrolled for the first time during the flow.
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
