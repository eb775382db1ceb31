package import AuthSandboxKit

extension TurnkeyVendor {
  /// The cross-origin rule applies to the stamped API, the auth proxy and the token endpoint of the simulated Facebook,
  /// which scripts of web pages call. The other routes of the simulated social providers are pages that users visit.
  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    switch request.mount {
    case "/turnkey-oauth": .vendor(request.route.hasSuffix("/token") ? crossOriginRule(world) : nil)
    default: .vendor(crossOriginRule(world))
    }
  }

  /// Whether the auth proxy accepts requests from pages of an origin. The default is every loopback origin; the policy
  /// `allowedOrigins`, which stands for the list in the vendor's dashboard, replaces the default.
  func admits(_ origin: String, _ world: SandboxWorld) -> Bool {
    world.admits(origin, by: crossOriginRule(world))
  }

  private func crossOriginRule(_ world: SandboxWorld) -> CrossOriginRule {
    CrossOriginRule(
      origins: world.allowedOrigins(name).map { .only($0) } ?? .loopback(), methods: ["POST"],
      requestHeaders: [
        "Content-Type", "X-Auth-Proxy-Config-ID", "X-Captcha-Token", "X-Client-Version", "X-Session", "X-Stamp",
        "X-Stamp-Webauthn", "X-Stamp-*",
      ], exposedHeaders: ["Date", "Retry-After", "ratelimit-limit", "ratelimit-remaining"])
  }
}
