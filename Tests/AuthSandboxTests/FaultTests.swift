import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Each kind of fault, for a client in the same process. `ServerTests` tests the faults over HTTP.
@Suite struct FaultTests {
  let sandbox: Sandbox
  let transport: SandboxTransport

  init() throws {
    sandbox = try Sandbox(clock: FixedClock())
    transport = SandboxTransport(sandbox: sandbox, clock: FixedClock())
  }

  private func get(_ path: String, timeout: Duration? = nil) async throws(AuthError) -> TransportResponse {
    guard let url = URL(string: "http://localhost" + path) else { throw AuthError(.internalError, "no URL") }
    return try await transport.send(TransportRequest("GET", url, timeout: timeout))
  }

  @Test func statusWithHeaders() async throws {
    _ = sandbox.post(
      "/sandbox/faults",
      ["match": "/backend", "kind": "status", "value": ["status": 429, "headers": ["Retry-After": "7"]]])
    let response = try await get("/backend/me")
    #expect(response.status == 429)
    #expect(response.headers["Retry-After"] == "7")
    #expect(sandbox.log().last?["status"] == 429)
    #expect(sandbox.log().last?["note"] == "fault: status")
    #expect(sandbox.log().last?["provider"] == "backend")
  }

  @Test func dropAndTruncateLookLikeABrokenNetwork() async throws {
    for kind in ["drop", "truncate"] {
      _ = sandbox.post("/sandbox/faults", ["match": "/backend/me", "kind": .string(kind), "times": 1])
      await #expect(throws: AuthError(.network, "")) { try await get("/backend/me") }
      #expect(try await get("/backend/me").status == 401)
    }
    #expect(sandbox.log().map { $0["status"] } == [0, 401, 401, 401])
  }

  @Test func garbageIsNotJSON() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/", "kind": "garbage"])
    let response = try await get("/backend/me")
    #expect(response.status == 401)
    #expect(throws: AuthError(.malformedResponse, "")) { try response.json() }
  }

  @Test func delayOutlastsATimeout() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/backend", "kind": "delay", "value": 2])
    await #expect(throws: AuthError(.timeout, "")) { try await get("/backend/me", timeout: .seconds(1)) }
    #expect(try await get("/backend/me", timeout: .seconds(3)).status == 401)
  }

  @Test func duplicateIsHandledTwiceAndAnsweredOnce() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/backend", "kind": "duplicate", "times": 1])
    #expect(try await get("/backend/me").status == 401)
    #expect(sandbox.log().map { $0["path"] } == ["/backend/me", "/backend/me"])
  }

  @Test func longestMatchWinsLaterReplacesAndZeroRemoves() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/backend", "kind": "status", "value": 500])
    _ = sandbox.post("/sandbox/faults", ["match": "/backend/me", "kind": "status", "value": 501])
    #expect(try await get("/backend/me").status == 501)
    _ = sandbox.post("/sandbox/faults", ["match": "/backend/me", "kind": "status", "value": 502, "times": 2])
    #expect(try await get("/backend/me").status == 502)
    #expect(try await get("/backend/me").status == 502)
    #expect(try await get("/backend/me").status == 500)
    #expect(sandbox.post("/sandbox/faults", ["match": "/backend", "kind": "drop", "times": 0]).status == 200)
    #expect(try await get("/backend/me").status == 401)
  }

  @Test func prefixCoversSiblingMounts() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/turnkey", "kind": "status", "value": 503])
    #expect(try await get("/turnkey-proxy/v1/account").status == 503)
    #expect(sandbox.log().last?["provider"] == "turnkey")
    #expect(try await get("/privy/x").status != 503)
  }

  @Test func controlRoutesHaveNoFaults() async throws {
    _ = sandbox.post("/sandbox/faults", ["match": "/", "kind": "drop"])
    #expect(try await get("/sandbox/clock").status == 200)
    #expect(sandbox.log().isEmpty)
  }

  @Test func otherHostsAreUnreachable() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9/backend/me"))
    await #expect(throws: AuthError(.network, "")) { try await transport.send(TransportRequest("GET", url)) }
  }

  @Test func limitsAndBadHeaders() async throws {
    let url = try #require(URL(string: "http://localhost/backend/me?secret=1#part"))
    await #expect(throws: AuthError(.responseTooLarge, "")) {
      try await transport.send(TransportRequest("GET", url, responseSizeLimit: 3))
    }
    await #expect(throws: AuthError(.invalidRequest, "")) {
      try await transport.send(TransportRequest("GET", url, headers: ["X": "a\r\nB: c"]))
    }
    #expect(sandbox.log().map { $0["path"] } == ["/backend/me"])
  }
}
