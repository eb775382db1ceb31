package import AuthSandboxKit

extension PrivyVendor {
  /// Scripts may call the client API, with cookies, and read the app's public keys. They may not call the rest of the
  /// server API, whose callers have the app's secret, or read the pages that stand in for other services' pages.
  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    let isClient = request.route.hasPrefix("/api/") || request.route.between("/v1/apps/", "/jwks.json") != nil
    return .vendor(isClient ? crossOriginRule(world) : nil)
  }

  private func crossOriginRule(_ world: SandboxWorld) -> CrossOriginRule {
    CrossOriginRule(
      origins: .loopback(and: world.allowedOrigins(name) ?? []), methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      requestHeaders: [
        "authorization", "content-type", "privy-app-id", "privy-client-id", "privy-client", "privy-ca-id", "privy-ui",
        "x-native-app-identifier", "privy-*",
      ], exposedHeaders: ["Date", "Retry-After", "x-request-id"], allowsCredentials: true)
  }
}
