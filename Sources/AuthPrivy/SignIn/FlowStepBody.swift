import AuthCore

/// The body of a step. A structure, since closures with typed errors cannot be generic arguments on older systems.
struct FlowStepBody: Sendable {
  let run: @Sendable () async throws(AuthError) -> PrivyFlow.Outcome
}
