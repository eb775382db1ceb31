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

  @Test(arguments: [
    (nil, 401, "unauthorized", "Bearer"),
    ("Bearer user-unknown", 401, "invalid_token", #"Bearer error="invalid_token""#),
    ("Bearer other", 401, "invalid_token", #"Bearer error="invalid_token""#), ("Bearer", 400, "invalid_request", nil),
    ("Bearer user-jane", 403, "insufficient_scope", #"Bearer error="insufficient_scope", scope="read""#),
    ("Bearer user-away", 503, "temporarily_unavailable", nil),
  ])
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
}
