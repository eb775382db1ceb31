public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A deletion that was begun and is not complete. It is a value: a later call can change the deletion.
public struct PendingAccountDeletion: Sendable, Hashable, Identifiable {
  /// The stage that the deletion has reached.
  public enum Stage: Sendable, Hashable {
    /// The deletion was not sent, so the account exists. Apple's tokens may be revoked.
    case notSent
    /// The deletion was sent, and its outcome is not known.
    case unknown
    /// The account is deleted. Data about it may still be on this device.
    case deleted
  }

  /// The deletion's id, for `confirmAccountDeletion(_:revoking:)` and `abandonAccountDeletion(_:)`.
  public let id: String
  /// The provider instance of the account.
  public let providerID: ProviderID
  /// The vendor's customer that the account belongs to.
  public let tenant: String
  /// The vendor's id of the user.
  public let subject: String
  /// The identifier that the user typed, such as an e-mail address; nil if the user typed none.
  public let identifier: String?
  /// When the deletion was begun.
  public let startedAt: Date
  /// The stage that the deletion has reached.
  public let stage: Stage

  init(_ record: AccountDeletionRecord) {
    id = record.id
    providerID = record.providerID
    tenant = record.tenant
    subject = record.subject
    identifier = record.identifiers.first
    startedAt = record.startedAt
    stage =
      switch record.stage {
      case .planned: .notSent
      case .sent: .unknown
      case .deleted: .deleted
      }
  }
}
