/// A decision that a test makes in place of the user's second device.
public struct SandboxApproval: Sendable, Hashable {
  /// The object of a decision.
  public enum Target: Sendable, Hashable {
    /// The challenge with this id.
    case challenge(String)
    /// The flow with this session id.
    case session(String)
  }

  /// The challenge or flow that is decided.
  public let target: Target
  /// True to approve, false to deny.
  public let isApproved: Bool
}
