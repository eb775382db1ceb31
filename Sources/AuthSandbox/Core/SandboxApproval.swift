/// The second device's decision, made by a test.
package struct SandboxApproval: Sendable, Hashable {
  /// What the decision is about.
  package enum Target: Sendable, Hashable {
    /// A challenge by its id.
    case challenge(String)
    /// A flow by its session.
    case session(String)
  }

  /// What the decision is about.
  package let target: Target
  /// Approved or denied.
  package let isApproved: Bool
}
