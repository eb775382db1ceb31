import AuthAppSessions
import AuthCore
import AuthCrypto
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Security event tokens (RFC 8417) of CAEP and RISC, which PyJWT and joserfc made.
@Suite struct SecurityEventTests {
  private static let vectors = EventVectors.shared

  private func verifier(_ change: (inout SecurityEventRules) -> Void = { _ in }) throws -> SecurityEventVerifier {
    var rules = SecurityEventRules()
    change(&rules)
    return try SecurityEventVerifier(
      provider: "op", issuer: Self.vectors.text("issuer"), audiences: [Self.vectors.text("audience")], rules: rules)
  }

  private func check(_ row: EventVectors.Case, _ verifier: SecurityEventVerifier) throws {
    let keys = try Self.vectors.keys
    do throws(AuthError) {
      let notice = try verifier.verify(row.token, with: keys, at: Self.vectors.now)
      #expect(row.refused == nil, "it was accepted")
      #expect(notice.source == "https://op.example.com" && notice.id == "set-1")
      guard row.ends != .null else { return #expect(notice.endings == []) }
      let sub = row.ends["sub"]?.stringValue
      let target: AppSessionEnding.Target =
        if let sid = row.ends["sid"]?.stringValue { .session(sid, of: sub) } else { .subject(sub ?? "") }
      #expect(notice.endings.map(\.target) == [target] && notice.endings.first?.provider == "op")
      #expect(notice.endings.first?.before == row.ends["before"]?.numberValue.map(Date.init(timeIntervalSince1970:)))
    } catch {
      #expect(error.code.rawValue == row.refused, "\(error)")
      #expect(!error.message.contains(row.token))
    }
  }

  @Test("there are cases of every outcome") func vectorsAreThere() {
    let cases = Self.vectors.cases("securityEvents")
    #expect(cases.count { $0.refused == nil && $0.ends != .null } > 10)
    #expect(cases.count { $0.refused == nil && $0.ends == .null } > 2 && cases.count { $0.refused != nil } > 15)
    #expect(Self.vectors.cases("earlierSecurityEvents").count == 5)
  }

  @Test("each token", arguments: vectors.cases("securityEvents")) func token(_ row: EventVectors.Case) throws {
    try check(row, try verifier())
  }

  @Test("forms before the Shared Signals Framework 1.0", arguments: vectors.cases("earlierSecurityEvents"))
  func earlier(_ row: EventVectors.Case) throws {
    try check(row, try verifier { $0.acceptsEarlierForms = true })
    let (strict, keys) = (try verifier(), try Self.vectors.keys)
    #expect(throws: AuthError.self) { try strict.verify(row.token, with: keys, at: Self.vectors.now) }
  }

  @Test("a new credential ends sessions only if the rules say so") func newCredential() throws {
    let row = try #require(Self.vectors.cases("securityEvents").first { $0.name == "credential added" })
    let strict = try verifier { $0.newCredentialEndsSessions = true }
    let endings = try strict.verify(row.token, with: Self.vectors.keys, at: Self.vectors.now).endings
    #expect(endings.map(\.reason) == [.credentialChange])
  }

  @Test("events end only what the rules list") func listedEvents() throws {
    let row = try #require(Self.vectors.cases("securityEvents").first)
    let none = try verifier { $0.endingEvents = [:] }
    #expect(try none.verify(row.token, with: Self.vectors.keys, at: Self.vectors.now).endings == [])
  }

  @Test("users of another issuer can be named, if the rules list it") func userIssuers() throws {
    let row = try #require(Self.vectors.cases("securityEvents").first { $0.name == "user of another issuer" })
    let wide = try verifier { $0.userIssuers = ["https://other.example.com"] }
    let notice = try wide.verify(row.token, with: Self.vectors.keys, at: Self.vectors.now)
    #expect(notice.endings.map(\.target) == [.subject("user-1")])
    let first = try #require(Self.vectors.cases("securityEvents").first)
    let keys = try Self.vectors.keys
    #expect(throws: AuthError(.invalidToken, "")) { try wide.verify(first.token, with: keys, at: Self.vectors.now) }
  }

  @Test("a verifier needs an audience") func audience() {
    #expect(throws: AuthError(.invalidRequest, "")) {
      try SecurityEventVerifier(provider: "op", issuer: "https://op.example.com", audiences: [])
    }
  }

  @Test("a pushed event ends sessions, and is answered as RFC 8935 says") func route() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let routes = AppSessionRoutes(sessions)
    let keys = try Self.vectors.keys
    let cache = JWKSCache(clock: bench.clock) { () throws(AuthError) in keys.json.serialized }
    var request = SessionBench.request(user: "user-1")
    request.authenticatedAt = Self.vectors.now.addingTimeInterval(-300)
    let meant = try await sessions.issue(request)
    let later = try await sessions.issue(SessionBench.request(user: "user-1"))
    let rows = Self.vectors.cases("securityEvents")
    let event = try #require(rows.first).token
    let answer = try await routes.securityEvent(Array(event.utf8), verifier: verifier(), keys: cache)
    #expect(answer.status == 202)
    #expect(await code { _ = try await sessions.verify(meant.token) } == "invalid_token")
    _ = try await sessions.verify(later.token)
    for (name, error) in [
      ("another key", "invalid_key"), ("exp", "invalid_request"), ("user by e-mail", "invalid_request"),
    ] {
      let token = try #require(rows.first { $0.name == name }).token
      let refused = try await routes.securityEvent(Array(token.utf8), verifier: verifier(), keys: cache)
      #expect(refused.status == 400 && refused.body["err"]?.stringValue == error, "\(name)")
    }
    for body in [[], [0xFF], Array(repeating: 0x61, count: 20_000)] as [[UInt8]] {
      #expect(try await routes.securityEvent(body, verifier: verifier(), keys: cache).status == 400)
    }
  }
}
