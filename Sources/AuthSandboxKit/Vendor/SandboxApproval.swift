/// The second device's decision, made by a test.
public struct SandboxApproval: Sendable, Hashable {
  /// What the decision is about.
  public enum Target: Sendable, Hashable {
    /// A challenge by its id.
    case challenge(String)
    /// A flow by its session.
    case session(String)
  }

  /// What the decision is about.
  public let target: Target
  /// Approved or denied.
  public let isApproved: Bool
}
