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

@Suite struct IssuingTests {
  @Test("an access token returns the session that was opened, until it expires") func verifies() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let began = bench.clock.now()
    let issued = try await sessions.issue(SessionBench.request(user: "u1", sid: "s1", jkt: "thumb"))
    bench.clock.advance(by: .seconds(3599))
    let session = try await sessions.verify(issued.token)
    #expect(session == issued.session)
    #expect(session.subject == "jane" && session.provider == "op" && session.providerSubject == "u1")
    #expect(session.providerSession == "s1" && session.dpopKeyThumbprint == "thumb")
    #expect(session.claims == ["plan": "pro"] && session.device == "Firefox on Linux")
    #expect(session.issuedAt == began && session.tokenExpiresAt == began.addingTimeInterval(3600))
    #expect(session.endsAt == began.addingTimeInterval(90 * 86_400))
    bench.clock.advance(by: .seconds(1))
    #expect(await code { _ = try await sessions.verify(issued.token) } == "invalid_token")
    #expect(bench.lastRefusal == .expired)
  }

  @Test("the client of the package reads the response") func response() async throws {
    let bench = SessionBench()
    let issued = try await bench.host().issue(SessionBench.request())
    let read = try AppSession(issued.json, now: bench.clock.now())
    #expect(read.token == issued.token && read.refreshToken == issued.refreshToken && read.subject == "jane")
    #expect(read.expiresAt == issued.session.tokenExpiresAt)
    #expect(issued.json.objectValue?.names == ["token", "expiresIn", "refreshToken", "subject"])
    let bound = try await bench.host().issue(SessionBench.request(jkt: "thumb"))
    #expect(bound.json["tokenType"] == "DPoP", "an app that requires a bound session looks for it")
    #expect(AppSessionAnswer(bound).body["tokenType"] == "DPoP")
  }

  @Test("no token, and no part of one that would be enough, is stored") func onlyHashesAreStored() async throws {
    let seen = ListeningRecordStore(MemoryRecordStore())
    let bench = SessionBench(seen) { $0.retryWindow = .seconds(5) }
    let sessions = bench.host()
    let first = try await sessions.issue(SessionBench.request())
    let second = try await sessions.rotate(first.refreshToken)
    let written = seen.written.joined(separator: "\n")
    #expect(written.contains("jane"))
    for token in [first.token, first.refreshToken, second.token, second.refreshToken] {
      for part in token.revealText().split(separator: ".").dropFirst() { #expect(!written.contains(part)) }
    }
  }

  @Test(
    "tokens that are wrong in any way are refused, all with the same error",
    arguments: [
      "", "x", "lat_", "Bearer x", String(repeating: "a", count: 70), String(repeating: "a", count: 100_000),
      "lat_AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "lat_AAAAAAAAAAAAAAAAAAAAAB.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "lrt_AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
  func invented(text: String) async throws {
    let sessions = SessionBench().host()
    for call in [sessions.verifyCall, sessions.rotateCall] {
      let error = await #expect(throws: AuthError.self) { try await call(Secret(text)) }
      #expect(error?.code == .invalidToken && error?.message == AppSessionsTests.message)
    }
    #expect(try await !sessions.revoke(refreshToken: Secret(text)))
  }

  @Test("a token is refused in the place of the other kind") func kinds() async throws {
    let sessions = SessionBench().host()
    let issued = try await sessions.issue(SessionBench.request())
    #expect(await code { _ = try await sessions.verify(issued.refreshToken) } == "invalid_token")
    #expect(await code { _ = try await sessions.rotate(issued.token) } == "invalid_token")
    _ = try await sessions.verify(issued.token)
    _ = try await sessions.rotate(issued.refreshToken)
  }

  @Test("empty and overlong fields are refused, with their names") func fields() async throws {
    let sessions = SessionBench { $0.maximumClaimsByteCount = 100 }.host()
    let long = String(repeating: "x", count: 1025)
    for (field, request) in [
      ("subject", AppSessionRequest(subject: "", provider: "op")),
      ("subject", AppSessionRequest(subject: long, provider: "op", providerSubject: "u")),
      ("provider", AppSessionRequest(subject: "s", provider: "")),
      ("providerSubject", AppSessionRequest(subject: "s", provider: "op", providerSubject: "")),
      ("providerSession", AppSessionRequest(subject: "s", provider: "op", providerSession: "")),
      ("dpopKeyThumbprint", AppSessionRequest(subject: "s", provider: "op", dpopKeyThumbprint: long)),
      ("claims", AppSessionRequest(subject: "s", provider: "op", claims: ["a": .string(long)])),
    ] {
      let error = await #expect(throws: AuthError.self) { _ = try await sessions.issue(request) }
      #expect(error?.code == .invalidRequest && error?.message.contains(field) == true, "\(field)")
    }
  }

  @Test("the description of a device cannot reorder or hide text") func device() async throws {
    var request = SessionBench.request()
    request.device = "Fire\u{202E}fox\n" + String(repeating: "x", count: 5000)
    let session = try await SessionBench().host().issue(request).session
    #expect(session.device?.contains("\u{202E}") == false && session.device?.contains("\n") == false)
    #expect((session.device?.count ?? 0) <= 201)
  }

  @Test("a session lasts no longer than its own lifetime") func lifetime() async throws {
    let bench = SessionBench()
    var request = SessionBench.request()
    request.lifetime = .seconds(60)
    let sessions = bench.host()
    let issued = try await sessions.issue(request)
    #expect(issued.expiresIn == 60)
    bench.clock.advance(by: .seconds(30))
    let next = try await sessions.rotate(issued.refreshToken)
    #expect(next.expiresIn == 30)
    bench.clock.advance(by: .seconds(30))
    #expect(await code { _ = try await sessions.verify(next.token) } == "invalid_token")
    #expect(await code { _ = try await sessions.rotate(next.refreshToken) } == "invalid_token")
    request.lifetime = .seconds(1000 * 86_400)
    #expect(try await sessions.issue(request).session.endsAt == bench.clock.now().addingTimeInterval(90 * 86_400))
  }

  @Test("a sign-in that takes longer than five minutes opens no session") func slow() async throws {
    // After ten minutes, another host may remove the entries of a session that it does not find.
    for call in 0..<30 {
      let bench = SessionBench()
      let store = FailingRecordStore(bench.store)
      let isPaused = Locked(false)
      store.interrupt(at: call) {
        isPaused.withLock { $0 = true }
        bench.clock.advance(by: .seconds(300))
      }
      let error = await code { _ = try await bench.host(store).issue(SessionBench.request()) }
      #expect(error == (isPaused.withLock { $0 } ? "store_locked" : nil), "call \(call)")
      #expect(try await bench.host().list(subject: "jane").count == (error == nil ? 1 : 0))
    }
  }

  @Test("a sign-in beyond the limit ends the oldest session of the subject") func limit() async throws {
    let bench = SessionBench { $0.sessionsPerSubject = 3 }
    let sessions = bench.host()
    var issued: [IssuedAppSession] = []
    for _ in 0..<5 {
      issued.append(try await sessions.issue(SessionBench.request()))
      bench.clock.advance(by: .seconds(1))
    }
    let other = try await sessions.issue(SessionBench.request("joe"))
    #expect(try await sessions.list(subject: "jane").map(\.id) == issued[2...].reversed().map(\.session.id))
    for old in issued[..<2] { #expect(await code { _ = try await sessions.verify(old.token) } == "invalid_token") }
    #expect(bench.events.contains(.ended(issued[0].session.id, .limit)))
    _ = try await sessions.verify(other.token)
  }
}

enum AppSessionsTests {
  /// The only text that a client gets for a refused token.
  static let message =
    "The session is not valid: its token is unknown, has expired, was used before or was revoked. Sign in again."
}

extension AppSessions {
  var verifyCall: @Sendable (Secret) async throws -> Void { { _ = try await verify($0) } }
  var rotateCall: @Sendable (Secret) async throws -> Void { { _ = try await rotate($0) } }
}
