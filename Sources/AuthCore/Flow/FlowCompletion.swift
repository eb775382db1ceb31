/// What the client does with a provider's result before the flow completes, and what the flow was started for.
///
/// A structure around the closure: the type of a closure with a typed error, used as a generic argument (a lock's value,
/// an optional), has no metadata before iOS 18.
struct FlowCompletion: Sendable {
  /// What it was started for, complete by the time of its first prompt: what another process needs to end it alike.
  let request: @Sendable () -> FlowRequest
  let run: @Sendable (FlowResult) async throws(AuthError) -> FlowResult

  func callAsFunction(_ result: FlowResult) async throws(AuthError) -> FlowResult { try await run(result) }
}
