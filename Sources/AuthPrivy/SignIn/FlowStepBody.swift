import AuthCore

/// What a step does. A structure, since closures with typed errors are no generic arguments on older systems.
struct FlowStepBody: Sendable {
  let run: @Sendable () async throws(AuthError) -> PrivyFlow.Outcome
}
