public import AuthCore

/// The outcome of a deletion.
public struct AccountDeletionResult: Sendable {
  /// The vendor's id of the deleted user.
  public let subject: String
  /// The sessions and the device data that could not be removed from this device, each with the reason. `resume` tries
  /// again.
  public let remaining: [AuthError]

  /// Whether nothing of the user is left on this device.
  public var isComplete: Bool { remaining.isEmpty }
}
