/// The user's decision.
public enum PasskeyDecision: Sendable, Hashable {
  /// Yes, for the account of this index; `isVerified` when the user was verified, not only present.
  case approve(account: Int = 0, isVerified: Bool)
  /// No.
  case deny
}
