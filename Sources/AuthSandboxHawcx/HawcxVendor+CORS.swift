package import AuthSandboxKit

extension HawcxVendor {
  /// Scripts of pages call the flow and the earlier sign-in, read the public documents, and may read the refusals of
  /// unknown paths. Backends call the token endpoint and the management API. Users visit `/authorize`, the login page
  /// and the simulated identity provider.
  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    switch (request.mount, request.route) {
    case ("/backend/hawcx", _): .appBackend
    case (_, "/oauth2/token"), (_, "/authorize"), (_, "/authorize/resume"), (_, Self.loginRoute),
      (_, "/sandbox/redirect"):
      .vendor(nil)
    case (_, let route) where route.hasPrefix("/v1/management/"): .vendor(nil)
    default:
      .vendor(
        CrossOriginRule(
          origins: .loopback(and: world.allowedOrigins(name) ?? []), methods: ["GET", "POST"],
          requestHeaders: ["content-type", "x-config-id", "x-hawcx-*", "x-os", "x-relying-party", "x-request-id"],
          exposedHeaders: ["Date", "Retry-After", "x-kong-request-id", "x-request-id"]))
    }
  }
}
