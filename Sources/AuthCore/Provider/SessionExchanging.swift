/// A provider whose flows end in a code or a proof that the app's backend turns into a session.
public protocol SessionExchanging: AuthProvider {
  /// Whether the configuration names a backend.
  var canExchange: Bool { get }
  /// The app's session for a code or a proof; other results come back as they are.
  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult
}
