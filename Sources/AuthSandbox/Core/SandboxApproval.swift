/// The second device's answer, given from outside.
package struct SandboxApproval: Sendable, Hashable {
  /// What is decided.
  package enum Target: Sendable, Hashable {
    /// A challenge by its id.
    case challenge(String)
    /// A flow by its session.
    case session(String)
  }

  /// What is decided.
  package let target: Target
  /// Approved or denied.
  package let isApproved: Bool
}
