/// A running flow, whatever provider it belongs to.
protocol FlowEngine: AnyObject, Sendable {
  var providerID: ProviderID { get }
  var updates: FlowUpdates { get }
  /// Seconds that the servers' time is ahead of this machine's.
  var clockCorrection: Double { get }
  /// Puts the client's last stage (exchange, storing) behind the provider's; only before `begin`.
  func attach(_ completion: FlowCompletion)
  func begin()
  func answer(_ answer: FlowAnswer) async throws(AuthError)
  func cancel() async
  func reset()
  func suspend() async throws(AuthError) -> FlowTicket
}

/// What the client does with a provider's result before the flow completes.
///
/// A structure around the closure: the type of a closure with a typed error, used as a generic argument (a lock's value,
/// an optional), has no metadata before iOS 18.
struct FlowCompletion: Sendable {
  let run: @Sendable (FlowResult) async throws(AuthError) -> FlowResult

  func callAsFunction(_ result: FlowResult) async throws(AuthError) -> FlowResult { try await run(result) }
}
