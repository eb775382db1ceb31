/// A provider whose flows end with a code or a proof that the app's backend exchanges for a session.
public protocol SessionExchanging: AuthProvider {
  /// Whether the configuration names a backend.
  var canExchange: Bool { get }
  /// Exchanges a code or a proof for the app's session; returns other results unchanged.
  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult
}
