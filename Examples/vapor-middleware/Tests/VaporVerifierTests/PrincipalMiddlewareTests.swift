import AuthCore
import AuthVerifier
import NIOCore
import NIOHTTP1
import Testing
import Vapor
import VaporTesting
import VaporVerifier

/// Requests through Vapor's router: who reaches a route, and what the others receive.
struct PrincipalMiddlewareTests {
  /// Sends a request to a backend whose route `/me` answers with the subject and the length of the body.
  private func send(
    _ authorization: String?, to path: String = "/me", body: Int = 0, requiring scopes: [String] = [],
    acceptsAnonymous: Bool = false
  ) async throws -> TestingHTTPResponse {
    let publicURL = try #require(URL(string: "https://api.example.com"))
    return try await withApp { app in
      let routes = app.grouped(
        PrincipalMiddleware(
          try PrefixVerifier.requestVerifier(), publicURL: publicURL, requiring: AccessRequirement(scopes: scopes),
          acceptsAnonymous: acceptsAnonymous, maximumBodyByteCount: 1000))
      routes.post("me") { request in
        "\(request.auth.get(VerifiedCaller.self)?.principal.subject ?? "anonymous") \(request.body.data?.readableBytes ?? 0)"
      }
      routes.post("required") { request in try request.principal.subject }
      var headers = NIOHTTP1.HTTPHeaders()
      if let authorization { headers.add(name: "Authorization", value: authorization) }
      return try await app.testing().sendRequest(
        .POST, path, headers: headers, body: ByteBuffer(repeating: 7, count: body))
    }
  }

  @Test func thePrincipalReachesTheRoute() async throws {
    let response = try await send("Bearer user-jane", body: 1000)
    #expect(response.status == .ok && response.body.string == "jane 1000")
    #expect(try await send("Bearer user-reader", requiring: ["read"]).status == .ok)
  }

  @Test(
    arguments: [
      (nil, 401, "unauthorized", "Bearer"),
      ("Bearer user-unknown", 401, "invalid_token", #"Bearer error="invalid_token""#),
      ("Bearer other", 401, "invalid_token", #"Bearer error="invalid_token""#),
      ("Bearer", 400, "invalid_request", #"Bearer error="invalid_request""#),
      ("Bearer user-jane", 403, "insufficient_scope", #"Bearer error="insufficient_scope", scope="read""#),
      ("Bearer user-away", 503, "temporarily_unavailable", nil),
    ] as [(String?, Int, String, String?)])
  func aRefusalIsAnsweredAsItIs(
    authorization: String?, status: Int, code: String, challenge: String?
  ) async throws {
    let response = try await send(authorization, requiring: ["read"])
    #expect(Int(response.status.code) == status)
    #expect(response.body.string == "{\"error\":\"\(code)\"}")
    #expect(response.headers["WWW-Authenticate"].first == challenge)
    #expect(response.headers["Cache-Control"] == ["no-store"])
    #expect(response.headers["Content-Type"] == ["application/json"])
    #expect(response.headers.contains(name: "Retry-After") == (status == 503))
  }

  @Test func anonymousRequestsReachTheRouteIfTheyMay() async throws {
    #expect(try await send(nil, acceptsAnonymous: true).body.string == "anonymous 0")
    #expect(try await send(nil, to: "/required", acceptsAnonymous: true).status == .unauthorized)
    #expect(try await send("Bearer user-unknown", acceptsAnonymous: true).status == .unauthorized)
  }

  @Test func limitsTheBody() async throws {
    #expect(try await send("Bearer user-jane", body: 1001).status == .payloadTooLarge)
    #expect(try await send(nil, body: 1001).status == .unauthorized)
  }

  /// Over a connection, a large body arrives in parts. The server is on the loopback interface.
  @Test func limitsABodyThatArrivesInParts() async throws {
    let publicURL = try #require(URL(string: "https://api.example.com"))
    try await withApp { app in
      for (path, limit) in [("own", 100_000), ("routes", nil)] as [(PathComponent, Int?)] {
        let middleware = PrincipalMiddleware(
          try PrefixVerifier.requestVerifier(), publicURL: publicURL, maximumBodyByteCount: limit)
        app.grouped(middleware).on(.POST, path, body: .collect(maxSize: 50_000)) { request in
          String(request.body.data?.readableBytes ?? 0)
        }
      }
      try await app.server.start(address: .hostname("127.0.0.1", port: 0))
      let port = try #require(app.http.server.shared.localAddress?.port)
      for (path, token, size, status) in [
        ("own", "user-jane", 100_000, 200), ("own", "user-jane", 100_001, 413), ("own", "user-unknown", 300_000, 401),
        ("own", "user-jane", 1, 200), ("routes", "user-jane", 49_999, 200), ("routes", "user-jane", 300_000, 413),
        ("routes", "user-unknown", 300_000, 401), ("routes", "user-jane", 1, 200),
      ] {
        let response = try await app.client.post("http://127.0.0.1:\(port)/\(path)") { request in
          request.headers.add(name: "Authorization", value: "Bearer \(token)")
          request.body = ByteBuffer(repeating: 7, count: size)
        }
        #expect(Int(response.status.code) == status, "\(path), \(size) bytes")
        if status == 200 { #expect(response.body.map { String(buffer: $0) } == "\(size)") }
      }
      await app.server.shutdown()
    }
  }
}
