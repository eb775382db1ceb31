/// What the person said.
public enum PasskeyDecision: Sendable, Hashable {
  /// Yes, for the account of this index; `isVerified` when they were verified, not only there.
  case approve(account: Int = 0, isVerified: Bool)
  /// No.
  case deny
}
