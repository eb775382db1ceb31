/// A running flow, whatever provider it belongs to.
protocol FlowEngine: AnyObject, Sendable {
  var providerID: ProviderID { get }
  var updates: FlowUpdates { get }
  /// Puts the client's last stage (exchange, storing) behind the provider's; only before `begin`.
  func attach(_ completion: @escaping FlowCompletion)
  func begin()
  func answer(_ answer: FlowAnswer) async throws(AuthError)
  func cancel() async
  func reset()
  func suspend() async throws(AuthError) -> FlowTicket
}

/// What the client does with a provider's result before the flow completes.
typealias FlowCompletion = @Sendable (FlowResult) async throws(AuthError) -> FlowResult
