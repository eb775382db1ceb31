import AuthCore

@testable import AuthPrivy

extension PrivyProvider {
  /// A flow without a client: its session is not stored.
  func flow(_ request: FlowRequest = FlowRequest()) throws(AuthError) -> AuthFlow {
    AuthFlow(try start(request), providerID: id, request: request, services: services)
  }
}
