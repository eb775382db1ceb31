import AuthCore
public import BackendServer

extension Host {
  /// Answers a request.
  public func answer(_ request: BackendRequest) -> BackendAnswer {
    switch (request.method, request.path) {
    case ("GET", "/health"): return .ready(health)
    case ("GET", "/metrics"):
      return .ready(
        BackendResponse(status: 200, content: Array(metricsText().utf8), contentType: "text/plain; version=0.0.4"))
    default: break
    }
    guard let route = Route(request) else {
      return .ready(
        BackendResponse(status: 404, body: ["code": "not_found", "message": "There is no such route. See the README."]))
    }
    guard !isEnding else { return .ready(Self.ending) }
    return .later { [self] in
      let began = clock.uptime()
      let response = await answer(route, request)
      metrics.countRequest(route.rawValue, status: response.status, seconds: (clock.uptime() - began) / .seconds(1))
      return response
    }
  }

  /// The routes that wait for a database or a vendor.
  enum Route: String, CaseIterable {
    case signIn = "POST /sign-in"
    case token = "GET /token"
    case refresh = "POST /refresh"
    case signOut = "POST /sign-out"
    case sessions = "GET /sessions"

    init?(_ request: BackendRequest) { self.init(rawValue: request.method + " " + request.path) }

    /// The name of the route's event in the history.
    var event: String {
      switch self {
      case .signIn: "signed_in"
      case .token, .refresh: "token"
      case .signOut: "signed_out"
      case .sessions: "sessions"
      }
    }
  }

  /// The response of a host that is shutting down. The host has used no credential for the request, so a balancer may
  /// send the request to another host.
  private static let ending = BackendResponse(
    status: 503, body: ["code": "ending", "message": "This host is shutting down. Send the request to another host."],
    headers: ["Retry-After": "0", "X-Fleet-Unanswered": "1"])

  private var health: BackendResponse {
    BackendResponse(
      status: isEnding ? 503 : 200,
      body: ["status": isEnding ? "ending" : "ok", "host": .string(name), "database": watch.state.json],
      headers: ["X-Fleet-Host": name])
  }

  private func answer(_ route: Route, _ request: BackendRequest) async -> BackendResponse {
    do throws(AuthError) {
      switch route {
      case .signIn: return try await signIn(request)
      case .token: return try await token(of: id(request), renewed: false)
      case .refresh: return try await token(of: id(request), renewed: true)
      case .signOut: return try await signOut(id(request))
      case .sessions: return .ok(["count": .integer(Int64(try await auth.sessions().count))])
      }
    } catch {
      metrics.count("fleet_errors_total", ["code": error.code.rawValue])
      let session = request.query["session"].map { SessionID($0) }
      history.note(route.event, session: session, code: error.code)
      return HostRefusal.response(error)
    }
  }

  private func id(_ request: BackendRequest) throws(AuthError) -> SessionID {
    guard let text = request.query["session"], !text.isEmpty else {
      throw AuthError(.invalidRequest, "The request names no session. Add it to the query: ?session=ID.")
    }
    return SessionID(text)
  }
}
