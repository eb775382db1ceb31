/// The data and services of a flow, apart from its logic and its performer.
struct FlowSetting: Sendable {
  let providerID: ProviderID
  /// The request, with its session. Another process needs it to complete a suspended flow in the same way.
  let request: FlowRequest
  let services: ProviderServices
  /// The log to which the flow publishes its updates.
  var updates = FlowUpdates()
  /// The client's last stage: it exchanges the provider's result and stores the session.
  var completion: @Sendable (FlowResult) async throws(AuthError) -> FlowResult = { (result) throws(AuthError) in result
  }
}
