import AuthAppSessions
import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// OpenID Connect Back-Channel Logout 1.0 §2.6, with tokens that PyJWT and joserfc made.
@Suite struct LogoutTokenTests {
  private static let vectors = EventVectors.shared

  private func verifier(_ rules: LogoutTokenVerifier.Rules = .init()) throws -> LogoutTokenVerifier {
    try LogoutTokenVerifier(
      provider: "op", issuer: Self.vectors.text("issuer"), clientID: Self.vectors.text("client"), rules: rules)
  }

  @Test("there are cases of both outcomes") func vectorsAreThere() {
    let cases = Self.vectors.cases("logoutTokens")
    #expect(cases.count { $0.refused == nil } > 8 && cases.count { $0.refused != nil } > 20)
  }

  @Test("each token", arguments: vectors.cases("logoutTokens")) func token(_ row: EventVectors.Case) throws {
    let (verifier, keys) = (try verifier(), try Self.vectors.keys)
    do throws(AuthError) {
      let notice = try verifier.verify(row.token, with: keys, at: Self.vectors.now)
      #expect(row.refused == nil, "it was accepted")
      #expect(notice.source == "https://op.example.com" && notice.id == "jti-1")
      let sub = row.ends["sub"]?.stringValue
      let target: AppSessionEnding.Target =
        if let sid = row.ends["sid"]?.stringValue { .session(sid, of: sub) } else { .subject(sub ?? "") }
      let ending = notice.endings.first
      #expect(notice.endings.count == 1 && ending?.target == target && ending?.reason == .providerLogout)
      #expect(ending?.before.map { abs($0.timeIntervalSince(Self.vectors.now)) < 3600 } == true, "its iat")
      #expect(notice.keepUntil > Self.vectors.now)
    } catch {
      #expect(error.code.rawValue == row.refused, "\(error)")
      #expect(row.token.isEmpty || !error.message.contains(row.token))
    }
  }

  @Test("the type can be required") func requiredType() throws {
    var rules = LogoutTokenVerifier.Rules()
    rules.requiresType = true
    let strict = try verifier(rules)
    let keys = try Self.vectors.keys
    for row in Self.vectors.cases("logoutTokens") where row.refused == nil {
      var isAccepted = true
      do throws(AuthError) {
        _ = try strict.verify(row.token, with: keys, at: Self.vectors.now)
      } catch {
        isAccepted = false
        #expect(error.code == .invalidToken)
      }
      #expect(isAccepted == !row.name.contains("typ"), "\(row.name)")
    }
  }

  @Test("a logout request ends the session, once") func route() async throws {
    let bench = SessionBench()
    #expect(bench.clock.now() == Self.vectors.now)
    let sessions = bench.host()
    let routes = AppSessionRoutes(sessions)
    let keys = try Self.vectors.keys
    let cache = JWKSCache(clock: bench.clock) { () throws(AuthError) in keys.json.serialized }
    let row = try #require(Self.vectors.cases("logoutTokens").first)
    let form = Array("logout_token=\(row.token)&other=1".utf8)
    let meant = try await sessions.issue(SessionBench.request(user: "user-1", sid: "sid-1"))
    let other = try await sessions.issue(SessionBench.request(user: "user-1", sid: "sid-2"))
    let answer = try await routes.backChannelLogout(form, verifier: verifier(), keys: cache)
    #expect(answer.status == 200 && answer.headers["Cache-Control"] == "no-store")
    #expect(await code { _ = try await sessions.verify(meant.token) } == "invalid_token")
    _ = try await sessions.verify(other.token)
    // A token without sid, which ends all of a user's sessions, has no effect after a new sign-in.
    let later = try await sessions.issue(SessionBench.request(user: "user-1", sid: "sid-3"))
    let bySub = try #require(Self.vectors.cases("logoutTokens").first { $0.name == "sub alone" })
    #expect(
      try await routes.backChannelLogout(
        Array("logout_token=\(bySub.token)".utf8), verifier: verifier(), keys: cache
      ).status == 200)
    #expect(bench.events.last == .noticeRepeated(source: "https://op.example.com"), "its jti is that of the first")
    _ = try await sessions.verify(later.token)
    for body in ["", "logout_token=", "logout_token=x", "logout_token=x&logout_token=y", "token=x", "%"] {
      let refused = try await routes.backChannelLogout(Array(body.utf8), verifier: verifier(), keys: cache)
      #expect(refused.status == 400 && refused.body["error"] == "invalid_request", "\(body)")
    }
    let large = Array(("logout_token=" + String(repeating: "x", count: 40_000)).utf8)
    #expect(try await routes.backChannelLogout(large, verifier: verifier(), keys: cache).status == 400)
  }

  @Test("a token without a session ends the sessions of sign-ins until then, and refuses no further sign-in")
  func signInAfterALogout() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let row = try #require(Self.vectors.cases("logoutTokens").first { $0.name == "sub alone" })
    let notice = try verifier().verify(row.token, with: Self.vectors.keys, at: Self.vectors.now)
    let loggedOut = try #require(notice.endings.first?.before)
    func issue(signedInAt time: Date) async throws -> IssuedAppSession {
      try await sessions.issue(
        AppSessionRequest(subject: "jane", provider: "op", providerSubject: "user-1", authenticatedAt: time))
    }
    let early = try await issue(signedInAt: loggedOut.addingTimeInterval(-600))
    let late = try await issue(signedInAt: loggedOut.addingTimeInterval(600))
    #expect(try await sessions.handle(notice) == [early.session.id])
    _ = try await sessions.verify(late.token)
    // Another browser is still signed in at the provider, and its user authenticated this morning.
    let another = try await issue(signedInAt: loggedOut.addingTimeInterval(-14_400))
    _ = try await sessions.verify(another.token)
  }

  @Test("if the keys or the store cannot be reached, the provider is asked to try again") func unavailable()
    async throws
  {
    let bench = SessionBench()
    let row = try #require(Self.vectors.cases("logoutTokens").first)
    let form = Array("logout_token=\(row.token)".utf8)
    let none = JWKSCache(clock: bench.clock) { () throws(AuthError) in throw AuthError(.network, "no network") }
    #expect(
      try await AppSessionRoutes(bench.host()).backChannelLogout(form, verifier: verifier(), keys: none).status == 503)
    let keys = try Self.vectors.keys
    let cache = JWKSCache(clock: bench.clock) { () throws(AuthError) in keys.json.serialized }
    let failing = FailingRecordStore(bench.store)
    failing.fail(at: 0)
    let routes = AppSessionRoutes(bench.host(failing))
    #expect(try await routes.backChannelLogout(form, verifier: verifier(), keys: cache).status == 503)
    #expect(try await routes.backChannelLogout(form, verifier: verifier(), keys: cache).status == 200)
  }
}
