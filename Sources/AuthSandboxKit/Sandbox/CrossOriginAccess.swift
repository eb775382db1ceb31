import AuthCore

/// The decision whether the page that sent a request may call the request's route. Only this type writes the sandbox's
/// CORS headers.
struct CrossOriginAccess: Sendable {
  private let rule: CrossOriginRule?
  /// The page's origin; nil if the request names none, or if the route's rule does not allow the origin.
  private let origin: String?

  init(_ request: SandboxRequest, _ routeClass: RouteClass, _ world: SandboxWorld) {
    let rule = routeClass.crossOriginRule
    self.rule = rule
    origin = request.headers["Origin"].flatMap { text in
      rule.map { world.admits(text, by: $0) } == true ? text : nil
    }
  }

  /// Returns the response to a browser's preflight request; nil for any other request.
  ///
  /// A preflight comes from the browser and not from the vendor's client, so it is neither logged nor subject to
  /// faults.
  func preflight(_ request: SandboxRequest) -> SandboxResponse? {
    guard request.method == "OPTIONS", request.headers["Origin"] != nil else { return nil }
    guard let rule, origin != nil else { return marked(Self.refusal) }
    var response = SandboxResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = rule.methods.joined(separator: ", ")
    response.headers["Access-Control-Allow-Headers"] = rule.allowedHeaders(
      asked: request.headers["Access-Control-Request-Headers"] ?? "")
    // Chromium sends this field before it allows a page of the public web to call this machine.
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return marked(response)
  }

  /// Returns the response to a WebSocket handshake from a page that may not call the route; nil for any other request.
  /// Browsers do not send a preflight request before a handshake, so the server must check the origin.
  func refusedHandshake(_ request: SandboxRequest) -> SandboxResponse? {
    guard request.headers["Upgrade"] != nil, request.headers["Origin"] != nil, origin == nil else { return nil }
    return marked(Self.refusal)
  }

  private static let refusal = SandboxResponse.refusal(
    403, "origin_not_allowed",
    "Pages of this origin may not call this route. If it is a vendor's route for clients, add the origin to the "
      + "vendor's policy allowedOrigins. If it is a route of the app's backend, call it from a loopback origin, or add "
      + "the origin to relatedOrigins with POST /sandbox/associations. No page of another origin may call any other "
      + "route: call it from a program.")

  /// Returns the response with the headers that let the page read the response, if the route's rule allows the page's
  /// origin. The headers name the origin and never contain `*`, so that requests with credentials are possible. `Vary`,
  /// which every response of a route with a rule has, keeps caches from serving one origin's response to another.
  func marked(_ response: SandboxResponse) -> SandboxResponse {
    guard let rule else { return response }
    var response = response
    response.headers["Vary"] = (response.headers.values(of: "Vary") + ["Origin"]).joined(separator: ", ")
    guard let origin else { return response }
    response.headers["Access-Control-Allow-Origin"] = origin
    if rule.allowsCredentials { response.headers["Access-Control-Allow-Credentials"] = "true" }
    if !rule.exposedHeaders.isEmpty {
      response.headers["Access-Control-Expose-Headers"] = rule.exposedHeaders.joined(separator: ", ")
    }
    return response
  }
}
