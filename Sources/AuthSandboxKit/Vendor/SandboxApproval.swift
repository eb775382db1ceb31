/// The second device's decision, made by a test.
public struct SandboxApproval: Sendable, Hashable {
  /// The subject of the decision.
  public enum Target: Sendable, Hashable {
    /// A challenge by its id.
    case challenge(String)
    /// A flow by its session.
    case session(String)
  }

  /// The subject of the decision.
  public let target: Target
  /// Approved or denied.
  public let isApproved: Bool
}
