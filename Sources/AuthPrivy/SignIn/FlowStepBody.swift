import AuthCore

/// The body of a step. This is a structure, because closures with typed throws cannot be generic arguments on older
/// systems.
struct FlowStepBody: Sendable {
  let run: @Sendable () async throws(AuthError) -> PrivyFlow.Outcome
}
