package import AuthSandboxKit

extension OIDCVendor {
  /// The endpoints that scripts of an app's pages call. The pages for users, and the routes for servers with a
  /// credential, are not among them.
  private static let scriptRoutes: Set = [
    "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/jwks", "/token", "/userinfo",
    "/revoke", "/par", "/device_authorization", "/api/me",
  ]

  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    guard request.mount != "/oidc" || Self.scriptRoutes.contains(request.route) else { return .vendor(nil) }
    return .vendor(
      CrossOriginRule(
        origins: .loopback(and: world.allowedOrigins(name) ?? []), methods: ["GET", "POST"],
        requestHeaders: ["authorization", "content-type", "dpop"],
        exposedHeaders: ["Date", "DPoP-Nonce", "Retry-After", "WWW-Authenticate"]))
  }
}
