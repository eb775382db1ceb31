import AuthCore

/// The body of a step. It is a structure, since closures with typed throws cannot be generic arguments on older
/// systems.
struct FlowStepBody: Sendable {
  let run: @Sendable () async throws(AuthError) -> PrivyFlow.Outcome
}
