/// The data and services of a flow, apart from its logic and its performer.
struct FlowSetting: Sendable {
  let providerID: ProviderID
  /// The request, with its session. It is stored with a suspended flow, so that the process that resumes the flow
  /// completes the flow in the same way.
  let request: FlowRequest
  let services: ProviderServices
  /// The log to which the flow publishes its updates.
  var updates = FlowUpdates()
  /// The client's last stage: it exchanges the provider's result and stores the session. Without a client, the result
  /// is returned unchanged.
  var completion: @Sendable (FlowResult) async throws(AuthError) -> FlowResult = { (result) throws(AuthError) in result
  }
}
