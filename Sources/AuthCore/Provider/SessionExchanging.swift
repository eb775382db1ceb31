/// A provider whose flows end with a code or a proof that the app's backend exchanges for a session.
public protocol SessionExchanging: AuthProvider {
  /// Whether the configuration names a backend that can exchange results.
  var canExchange: Bool { get }
  /// Exchanges a code or a proof at the app's backend for a session; returns any other result unchanged.
  ///
  /// - Throws: the error with which the flow fails.
  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult
}
