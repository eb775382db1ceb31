/// The client's last stage after the provider's result, and the purpose of the flow.
///
/// The closure is wrapped in a structure: before iOS 18, the type of a closure with a typed error has no metadata as a
/// generic argument (the value of a lock, an optional).
struct FlowCompletion: Sendable {
  /// The purpose of the flow, complete by its first prompt. Another process needs it to complete the flow in the same
  /// way.
  let request: @Sendable () -> FlowRequest
  let run: @Sendable (FlowResult) async throws(AuthError) -> FlowResult

  func callAsFunction(_ result: FlowResult) async throws(AuthError) -> FlowResult { try await run(result) }
}
