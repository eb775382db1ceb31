/// A running flow of any provider.
protocol FlowEngine: AnyObject, Sendable {
  var providerID: ProviderID { get }
  var updates: FlowUpdates { get }
  /// How many seconds the servers' time is ahead of this machine's time; 0 before a server has responded.
  var clockCorrection: Double { get }
  func begin()
  func answer(_ answer: FlowAnswer) async throws(AuthError)
  func cancel() async
  func reset()
  func suspend() async throws(AuthError) -> FlowTicket
}
