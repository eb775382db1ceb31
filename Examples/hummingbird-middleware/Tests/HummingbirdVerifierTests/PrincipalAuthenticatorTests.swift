import AuthCore
import AuthVerifier
import HTTPTypes
import Hummingbird
import HummingbirdAuth
import HummingbirdTesting
import HummingbirdVerifier
import NIOCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests through Hummingbird's router: who reaches a route, and what the others receive.
struct PrincipalAuthenticatorTests {
  private typealias Context = BasicAuthRequestContext<Principal>

  /// Calls `body` with a client of a backend whose route `/me` answers with the subject and the length of the body.
  private func backend<Value: Sendable>(
    _ setup: TestingSetup, requiring scopes: [String] = [], acceptsAnonymous: Bool = false,
    _ body: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    let router = Router(context: Context.self)
    router.add(
      middleware: PrincipalAuthenticator(
        try PrefixVerifier.requestVerifier(), publicURL: try #require(URL(string: "https://api.example.com")),
        requiring: AccessRequirement(scopes: scopes), acceptsAnonymous: acceptsAnonymous,
        maximumBodyByteCount: 1000))
    router.post("/me") { request, context in
      let body = try await request.body.collect(upTo: .max)
      return "\(context.identity?.subject ?? "anonymous") \(body.readableBytes)"
    }
    return try await Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
    ).test(setup, body)
  }

  /// Sends a request through the router alone.
  private func send(
    _ authorization: String?, to uri: String = "/me", body: Int = 0, requiring scopes: [String] = [],
    acceptsAnonymous: Bool = false
  ) async throws -> TestResponse {
    try await backend(.router, requiring: scopes, acceptsAnonymous: acceptsAnonymous) { client in
      try await Self.send(authorization, to: uri, body: body, with: client)
    }
  }

  private static func send(
    _ authorization: String?, to uri: String = "/me", body: Int = 0, with client: any TestClientProtocol
  ) async throws -> TestResponse {
    try await client.execute(
      uri: uri, method: .post, headers: authorization.map { [.authorization: $0] } ?? [:],
      body: ByteBuffer(repeating: 7, count: body))
  }

  @Test func thePrincipalReachesTheRoute() async throws {
    let response = try await send("Bearer user-jane", body: 1000)
    #expect(response.status == .ok)
    #expect(String(buffer: response.body) == "jane 1000")
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
    #expect(response.status.code == status)
    #expect(String(buffer: response.body) == "{\"error\":\"\(code)\"}")
    #expect(response.headers[values: .wwwAuthenticate].first == challenge)
    #expect(response.headers[values: .cacheControl] == ["no-store"])
    #expect(response.headers[.contentType] == "application/json")
    #expect((response.headers[.retryAfter] != nil) == (status == 503))
  }

  @Test func anonymousRequestsReachTheRouteIfTheyMay() async throws {
    #expect(String(buffer: try await send(nil, acceptsAnonymous: true).body) == "anonymous 0")
    #expect(try await send("Bearer user-unknown", acceptsAnonymous: true).status == .unauthorized)
  }

  @Test func limitsTheBody() async throws {
    #expect(try await send("Bearer user-jane", body: 1001).status == .contentTooLarge)
    #expect(try await send(nil, body: 1001).status == .unauthorized)
  }

  @Test func aTargetOfAnotherHostIsABadRequest() async throws {
    #expect(try await send("Bearer user-jane", to: "https://other.example/me").status == .badRequest)
  }

  /// All requests use the same connection of a server on the loopback interface.
  @Test func theConnectionIsUsableAfterARefusal() async throws {
    try await backend(.live) { client in
      for (authorization, size, status) in [
        ("Bearer user-unknown", 300_000, 401), ("Bearer user-jane", 1001, 413), ("Bearer user-jane", 300_000, 413),
      ] {
        #expect(try await Self.send(authorization, body: size, with: client).status.code == status)
        let accepted = try await Self.send("Bearer user-jane", body: 1000, with: client)
        #expect(String(buffer: accepted.body) == "jane 1000")
      }
    }
  }

  /// The server of HTTP/1 keeps the path alone, so no other host reaches the verifier.
  @Test func aServerDropsTheHostOfATarget() async throws {
    try await backend(.live) { client in
      let response = try await Self.send("Bearer user-jane", to: "http://other.example/me", with: client)
      #expect(String(buffer: response.body) == "jane 0")
      #expect(try await Self.send("Bearer user-jane", to: "*", with: client).status == .badRequest)
    }
  }
}
