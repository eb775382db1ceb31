#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A proof that the user did what an action requires.
public struct ActionProof: Sendable {
  /// The token for the app's backend.
  public let token: Secret
  /// The action that the user confirmed; nil if the flow was not for an action.
  public let action: String?
  /// The vendor's id of the user; nil if it is not known.
  public let subject: String?
  /// The identifier of the flow's user; nil if it is not known.
  public let identifier: String?
  /// When the token expires; nil if no expiry is known.
  public let expiresAt: Date?
  /// Whether the user enrolled for the first time during the flow.
  public let isNewUser: Bool

  /// Creates a proof. By default, the user is not new, and no id, identifier or expiry is known.
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
