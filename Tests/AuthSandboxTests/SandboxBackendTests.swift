import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sessions of the app's backend: expiry, one-time refresh tokens, and the use of stolen tokens.
@Suite struct SandboxBackendTests {
  private let start = FixedClock().now()

  private func moment(_ seconds: Double, _ policies: [String: JSONObject] = [:]) -> BackendMoment {
    BackendMoment(now: start.addingTimeInterval(seconds), random: SystemRandomSource(), policies: policies)
  }

  private func issue(
    _ backend: inout SandboxBackend, _ moment: BackendMoment
  ) throws -> (token: String, refresh: String) {
    let answer = backend.issue(provider: "hawcx", subject: "user-1", identifier: "jane@example.com", at: moment)
    #expect(answer["subject"] == "user-1")
    return (
      try #require(answer["token"]?.stringValue), try #require(answer["refreshToken"]?.stringValue)
    )
  }

  @Test func tokenExpires() throws {
    var backend = SandboxBackend()
    let pair = try issue(&backend, moment(0, ["hawcx": ["accessTokenSeconds": 60]]))
    #expect(backend.identify(pair.token, now: start.addingTimeInterval(59))?["subject"] == "user-1")
    #expect(backend.identify(pair.token, now: start.addingTimeInterval(59))?["provider"] == "hawcx")
    #expect(backend.identify(pair.token, now: start.addingTimeInterval(60)) == nil)
    #expect(backend.identify("app_unknown", now: start) == nil)
    #expect(backend.identify(pair.refresh, now: start) == nil)
  }

  @Test func refreshRotatesWithinTheGraceAndEndsTheSessionAfter() throws {
    var backend = SandboxBackend()
    let first = try issue(&backend, moment(0))
    let answers = [100.0, 110, 111].map { backend.refresh(first.refresh, at: moment($0)) }
    let second = try #require(answers[0])
    #expect(second["token"]?.stringValue != first.token)
    #expect(answers[1] == second)
    #expect(answers[2] == nil)
    let token = try #require(second["token"]?.stringValue)
    #expect(backend.identify(token, now: start.addingTimeInterval(111)) == nil)
    let refresh = try #require(second["refreshToken"]?.stringValue)
    let third = backend.refresh(refresh, at: moment(111))
    #expect(third == nil)
  }

  @Test func revocationEndsTheNamedSession() throws {
    var backend = SandboxBackend()
    let first = try issue(&backend, moment(0))
    let second = try issue(&backend, moment(0))
    let elsewhere = backend.revoke(.subject("user-1"), provider: "privy")
    #expect(elsewhere == 0)
    let one = backend.revoke(.session(first.token), provider: "hawcx")
    #expect(one == 1)
    #expect(backend.identify(first.token, now: start) == nil)
    #expect(backend.identify(second.token, now: start) != nil)
    let own = [backend.revoke(token: second.refresh), backend.revoke(token: second.refresh)]
    #expect(own == [true, false])
    #expect(backend.identify(second.token, now: start) == nil)
  }

  @Test func routes() throws {
    let sandbox = try Sandbox()
    #expect(sandbox.handle(SandboxRequest("GET", "/backend/me")).status == 401)
    #expect(
      sandbox.handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer app_x"])).status == 401)
    #expect(sandbox.post("/backend/session/refresh", ["refreshToken": "x"]).status == 401)
    #expect(sandbox.post("/backend/session/refresh", [:]).status == 400)
    #expect(sandbox.handle(SandboxRequest("GET", "/backend/session/refresh")).status == 405)
    #expect(sandbox.handle(SandboxRequest("GET", "/backend/nothing")).status == 404)
  }
}
