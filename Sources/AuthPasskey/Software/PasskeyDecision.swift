/// The user's decision in a passkey ceremony.
public enum PasskeyDecision: Sendable, Hashable {
  /// The user approved the ceremony with the account at this index. `isVerified` is whether the user was verified, not
  /// only present.
  case approve(account: Int = 0, isVerified: Bool)
  /// The user declined.
  case deny
}
