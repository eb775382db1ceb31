extension HawcxVendor {
  /// Pages call the flow and read the public documents; the token endpoint and management are a backend's, and the
  /// stand-in for identity providers is visited.
  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    switch (request.mount, request.route) {
    case ("/backend/hawcx", _): .appBackend
    case (_, "/v1/auth"), (_, "/.well-known/openid-configuration"), (_, "/.well-known/jwks.json"):
      .vendor(
        CrossOriginRule(
          origins: .loopback(and: world.allowedOrigins(name) ?? []), methods: ["GET", "POST"],
          requestHeaders: ["content-type", "x-config-id", "x-hawcx-*", "x-os", "x-relying-party", "x-request-id"],
          exposedHeaders: ["Date", "Retry-After", "x-kong-request-id", "x-request-id"]))
    default: .vendor(nil)
    }
  }
}
