public import AuthCore

/// What is known after a deletion that was sent.
public struct AccountDeletionResult: Sendable {
  /// The state of the account, and of the data about it on this device.
  public enum Status: Sendable {
    /// The account is deleted, and this device has no data about it.
    case complete
    /// The account is deleted. Some data about it could not be deleted from this device, for these reasons;
    /// `finishAccountDeletions()` tries again.
    case dataLeft([AuthError])
    /// It is not known whether the account is deleted, for this reason. Nothing is sent again unless the app calls
    /// `confirmAccountDeletion(_:revoking:)`.
    case unknown(AuthError)
  }

  /// The deletion's id; `pendingAccountDeletions()` lists it unless the status is `complete`.
  public let id: String
  /// The provider instance of the account.
  public let providerID: ProviderID
  /// The vendor's id of the user.
  public let subject: String
  /// The state of the account, and of the data about it on this device.
  public let status: Status
  /// Requests that this device's credentials be removed and that a server did not perform. Their keys were deleted.
  public let unreported: [AuthError]

  /// Whether credentials of this device were left because it is not known whose they are: an earlier version of the
  /// provider stored them without their user, or the provider is not a `CredentialKeeping`. They are left, because they
  /// can belong to another user of this device. While no user is signed in, `AuthClient.signOut` with
  /// `SignOutOptions.forgetDevice` removes them.
  public let leavesUnownedCredentials: Bool

  /// Whether the account is deleted and this device has no data that is known to be about it.
  public var isComplete: Bool { if case .complete = status { true } else { false } }

  init(of record: AccountDeletionRecord, _ status: Status, _ removed: DeviceRemoval) {
    id = record.id
    providerID = record.providerID
    subject = record.subject
    self.status = status
    unreported = removed.unreported
    leavesUnownedCredentials = removed.leavesUnowned
  }
}
