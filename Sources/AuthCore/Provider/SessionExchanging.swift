/// A provider whose flows end with a code or a proof that the app's backend exchanges for a session.
public protocol SessionExchanging: AuthProvider {
  /// Whether the configuration names a backend.
  var canExchange: Bool { get }
  /// The app's session for a code or a proof; other results are returned unchanged.
  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult
}
