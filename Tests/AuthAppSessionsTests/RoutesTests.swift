import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The routes, with the package's own client of app backends at the other end.
@Suite struct RoutesTests {
  /// Sends the client's requests to the routes.
  private struct Wire: HTTPTransport {
    let routes: AppSessionRoutes

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      let body = request.body ?? []
      let answer =
        request.url.path == "/session/refresh" ? await routes.refresh(body) : await routes.revoke(body)
      return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body.serialized)
    }
  }

  private let bench = SessionBench()

  private func backend(_ store: (any RecordStore)? = nil) -> AppBackend {
    AppBackend(
      baseURL: URL(string: "https://backend.example")!, transport: Wire(routes: AppSessionRoutes(bench.host(store))),
      clock: bench.clock)
  }

  @Test("the client renews and revokes") func client() async throws {
    let sessions = bench.host()
    let issued = try await sessions.issue(SessionBench.request())
    let next = try await backend().refresh(issued.refreshToken)
    #expect(try await sessions.verify(next.token).subject == next.subject)
    try await backend().revoke(try #require(next.refreshToken))
    #expect(await code { _ = try await sessions.verify(next.token) } == "invalid_token")
    #expect(await code { _ = try await backend().refresh(next.refreshToken ?? Secret("")) } == "session_expired")
  }

  @Test("when the store fails, the client keeps its session") func unavailable() async throws {
    let issued = try await bench.host().issue(SessionBench.request())
    let failing = FailingRecordStore(bench.store)
    failing.fail(at: 0)
    #expect(await code { _ = try await backend(failing).refresh(issued.refreshToken) } == "server_error")
    _ = try await backend(failing).refresh(issued.refreshToken)
  }

  @Test("every reason for a refusal has the same response") func sameResponse() async throws {
    let sessions = bench.host()
    let routes = AppSessionRoutes(sessions)
    let spent = try await sessions.issue(SessionBench.request())
    _ = try await sessions.rotate(spent.refreshToken)
    let revoked = try await sessions.issue(SessionBench.request())
    try await sessions.revoke(refreshToken: revoked.refreshToken)
    var short = SessionBench.request()
    short.lifetime = .seconds(1)
    let expired = try await sessions.issue(short)
    let bound = try await sessions.issue(SessionBench.request(jkt: "thumb"))
    bench.clock.advance(by: .seconds(2))
    var seen: Set<String> = []
    for token in [spent, revoked, expired, bound].map({ $0.refreshToken.revealText() }) + ["x"] {
      let answer = await routes.refresh(JSONValue.object(["refreshToken": .string(token)]).serialized)
      seen.insert(
        "\(answer.status) \(answer.headers.list.map { $0.name + ": " + $0.value }) \(answer.body.serializedText)")
    }
    #expect(seen.count == 1, "\(seen)")
    #expect(seen.first?.hasPrefix("401 ") == true)
    #expect(seen.first?.contains("Bearer error=\\\"invalid_token\\\"") == true)
    #expect(seen.first?.contains("no-store") == true)
  }

  @Test(
    "bodies that are no request are refused before the store is read",
    arguments: ["", "x", "[]", "{}", "{\"refreshToken\":1}", "{\"refreshToken\":\"\"}", "{\"a\":[[[[[[1]]]]]]}"])
  func bodies(text: String) async throws {
    let failing = FailingRecordStore(bench.store)
    failing.fail(at: 0)
    let routes = AppSessionRoutes(bench.host(failing))
    #expect(await routes.refresh(Array(text.utf8)).status == 400)
    #expect(await routes.revoke(Array(text.utf8)).status == 400)
    let large = "{\"refreshToken\":\"" + String(repeating: "x", count: 4096) + "\"}"
    #expect(await routes.refresh(Array(large.utf8)).status == 400)
  }

  @Test("an error of the store says nothing about it") func internalErrors() {
    for (error, status) in [
      (AuthError(.storeCorrupt, "path /var/secret"), 500), (AuthError(.storeUnavailable, "host db1"), 503),
      (AuthError(.internalError, "secret"), 500), (AuthError(.invalidRequest, "Send it."), 400),
      (AuthError(.invalidToken, "no"), 401),
      // These are refusals in other places. Here they must not end the client's session.
      (AuthError(.keyUnavailable, "wrapping key"), 500), (AuthError(.cancelled, "stopped"), 503),
      (AuthError(.storePermissions, "role"), 500), (AuthError(.storeLocked, "busy host"), 503),
    ] {
      let answer = AppSessionAnswer(error)
      #expect(answer.status == status)
      if status >= 500 { #expect(!answer.body.serializedText.contains(error.message)) }
    }
  }
}
