package import AuthSandboxKit

extension AuthsignalVendor {
  /// Scripts of pages call the client API and open the WebSocket, with cookies for the passkey calls that use cookies.
  /// Backends call the server API.
  package func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass {
    guard request.mount == "/authsignal" else { return .appBackend }
    let segments = request.pathSegments ?? []
    let isClient = segments.dropFirst().first == "v1" && segments.dropFirst(2).first == "client"
    guard isClient || request.route == Self.socketPath else { return .vendor(nil) }
    return .vendor(
      CrossOriginRule(
        origins: .loopback(and: world.allowedOrigins(name) ?? []), methods: ["GET", "POST", "PATCH", "DELETE"],
        requestHeaders: ["authorization", "content-type", "x-authsignal-*"], exposedHeaders: ["Date", "Retry-After"],
        allowsCredentials: true))
  }
}
