import AuthCore

extension SandboxState {
  /// Returns the visit to the app's page that a request makes; nil for any other request, and for a form that did not
  /// come from the page.
  mutating func appVisit(_ request: SandboxRequest) -> SandboxAppVisit? {
    switch (request.method, request.decodedPath) {
    case ("GET", SandboxAppPage.path):
      return SandboxAppVisit(fields: nil, callback: nil, token: pageGuard.token(world.random))
    case ("GET", SandboxAppPage.callbackPath):
      return SandboxAppVisit(
        fields: nil, callback: world.baseURL + request.target, token: pageGuard.token(world.random))
    case ("POST", SandboxAppPage.path):
      return pageGuard.fields(of: request, origins: world.pageOrigins).map {
        SandboxAppVisit(fields: $0, callback: nil, token: pageGuard.token(world.random))
      }
    default: return nil
    }
  }
}
