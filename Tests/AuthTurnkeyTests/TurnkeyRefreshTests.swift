import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renewing and ending sessions, against the sandbox.
@Suite struct TurnkeyRefreshTests {
  @Test func renewalChangesTheKeyAndDeletesTheOldOneLast() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.clock.advance(by: .seconds(600))
    let renewed = try await app.client.refresh()
    #expect(renewed.id == session.id)
    #expect(renewed.subject == session.subject)
    #expect(renewed.generation == session.generation + 1)
    #expect(renewed.key != session.key)
    #expect(renewed.tokens.access != session.tokens.access)
    #expect(renewed.expiresAt == app.clock.now().addingTimeInterval(900))
    #expect(renewed.key.map { [$0] } == app.keys.live)
    #expect(try await app.provider().whoAmI(renewed).userID == session.subject)
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
    // The renewed session is stored: another process reads it, too.
    #expect(try await app.restarted().session() == renewed)
  }

  @Test("T16: a renewal asks for the session's own lifetime, however often and late it is")
  func renewalRequestsTheSessionsOwnLifetime() async throws {
    // The session's lifetime is 3600 seconds. The configuration's value and the vendor's default are different.
    let app = try SandboxedApp(["sessionExpirationSeconds": 120])
    #expect(app.post("/sandbox/policy", ["provider": "turnkey", "accessTokenSeconds": 3600]) == 200)
    try await app.signIn()
    for _ in 0..<3 {
      app.clock.advance(by: .seconds(1000))
      let renewed = try await app.client.refresh()
      #expect(renewed.expiresAt == app.clock.now().addingTimeInterval(3600))
    }
    let bodies = try app.bodies("/submit/stamp_login")
    #expect(bodies.map { $0["parameters"]?["expirationSeconds"] } == ["3600", "3600", "3600"])
  }

  @Test("T16: a session of an earlier version is measured by its own times")
  func measuresASessionOfAnEarlierVersion() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    var old = session
    old.adapterValues = [:]
    old.createdAt = app.clock.now()
    old.expiresAt = app.clock.now().addingTimeInterval(86_399.4)
    #expect(SessionLifetime.seconds(of: old, now: app.clock.now().addingTimeInterval(5000)) == 86_400)
    old.expiresAt = nil
    #expect(SessionLifetime.seconds(of: old, now: app.clock.now()) == 900)
  }

  @Test("T18: a renewal passes the session's own profile on")
  func renewalPassesTheSessionsProfile() async throws {
    let app = try SandboxedApp(["sessionProfileId": "configured"])
    let (session, _) = try await app.signIn()
    var profiled = session
    profiled.claims["session_profile_id"] = "own"
    app.transport.add(Fault(.dropRequest, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await app.provider().refresh(profiled, token: nil) }
    let pending = try #require(try await app.pendingRenewal(of: session))
    #expect(try JSONValue(parsing: pending.body)["parameters"]?["sessionProfileId"] == "own")
  }

  @Test func renewsAnExpiringSessionOnDemand() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.clock.advance(by: .seconds(890))
    let current = try await app.client.session()
    #expect(current.generation == session.generation + 1)
  }

  @Test func manyCallersRenewOnce() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    app.clock.advance(by: .seconds(890))
    let client = app.client
    let generations = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<50 { group.addTask { try await client.session().generation } }
      return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
    }
    #expect(generations == [2])
    #expect(try app.count("/public/v1/submit/stamp_login") == 1)
  }

  @Test func refusedKeyEndsTheSession() async throws {
    // The session has expired.
    let late = try SandboxedApp()
    try await late.signIn()
    late.clock.advance(by: .seconds(901))
    await #expect(throws: AuthError(.sessionExpired, "")) { try await late.client.session() }
    #expect(try await late.client.storedSession() == nil)
    #expect(late.keys.live.isEmpty)

    // The session was revoked.
    let revoked = try SandboxedApp()
    let (session, _) = try await revoked.signIn()
    #expect(revoked.post("/sandbox/revoke", ["provider": "turnkey", "subject": .string(session.subject)]) == 200)
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await revoked.client.refresh() }
    #expect(try await revoked.client.storedSession() == nil)
    #expect(revoked.keys.live.isEmpty)
  }

  @Test func everyOtherFailureKeepsSessionAndKey() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let faults: [(Fault.Kind, AuthError.Code)] = [
      (.dropRequest, .network), (.status(500), .serverError), (.status(503), .serverError),
      (.status(429), .rateLimited), (.status(400), .providerError), (.status(401), .signatureInvalid),
      (.status(403), .forbidden), (.garbage, .malformedResponse), (.fail(AuthError(.tls, "")), .tls),
    ]
    for (kind, code) in faults {
      app.transport.add(Fault(kind, path: "/stamp_login"))
      await #expect(throws: AuthError(code, "")) { try await app.client.refresh() }
      app.transport.heal()
      #expect(try await app.client.storedSession() == session, "\(code)")
      #expect(app.keys.live.contains(try #require(session.key)), "\(code)")
      #expect(try await app.provider().whoAmI(session).userID == session.subject, "\(code)")
    }
    let renewed = try await app.client.refresh()
    #expect(app.keys.live == [try #require(renewed.key)])
  }

  @Test func repeatsALostRenewalWithTheSameBytes() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropAnswer, times: 1, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await app.client.refresh() }
    let pending = try #require(try await app.pendingRenewal(of: session))
    #expect(app.keys.live.count == 2)
    app.clock.advance(by: .seconds(5))
    // Another process finds the record of the first process.
    let renewed = try await app.restarted().refresh()
    #expect(renewed.key == pending.newKey)
    // The server accepted the first request, so the session's lifetime starts at that request.
    #expect(renewed.expiresAt == pending.startedAt.addingTimeInterval(900))
    #expect(app.keys.live == [pending.newKey])
    #expect(try await app.pendingRenewal(of: session) == nil)
    #expect(try await app.provider().whoAmI(renewed).userID == session.subject)
  }

  @Test func restartsARenewalThatIsTooOld() async throws {
    let app = try SandboxedApp()
    #expect(app.post("/sandbox/policy", ["provider": "turnkey", "accessTokenSeconds": 7200]) == 200)
    try await app.signIn()
    let session = try await app.client.refresh()
    app.transport.add(Fault(.dropRequest, times: 1, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await app.client.refresh() }
    let pending = try #require(try await app.pendingRenewal(of: session))
    app.clock.advance(by: .seconds(3700))
    let renewed = try await app.client.refresh()
    #expect(renewed.key != pending.newKey)
    #expect(app.keys.live == [try #require(renewed.key)])
  }

  @Test("A renewal takes the lifetime from the label of an earlier version, and removes the label")
  func lifetimeOfAnEarlierVersion() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    var earlier = try await app.client.session()
    earlier.adapterValues = [:]
    earlier.tags = ["expirationSeconds": "60", "credentialId": "AQ", "place": "work"]
    #expect(try await app.store.save(earlier, replacing: earlier.generation))
    let renewed = try await app.client.refresh()
    #expect(renewed.expiresAt == app.clock.now().addingTimeInterval(60))
    #expect(renewed.tags == ["place": "work"])
    #expect(renewed.adapterValues == ["expirationSeconds": "60", "credentialId": "AQ"])
  }

  @Test func refusesAnExpiredResponseAndAcceptsANewOne() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    // The first session is valid for longer than the 60 seconds that its renewal requests.
    var short = try await app.client.session()
    short.adapterValues[SessionLifetime.name] = "60"
    #expect(try await app.store.save(short, replacing: short.generation))
    app.transport.add(Fault(.dropAnswer, times: 1, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await app.client.refresh() }
    app.clock.advance(by: .seconds(120))
    let renewed = try await app.client.refresh()
    #expect(renewed.expiresAt == app.clock.now().addingTimeInterval(60))
    #expect(app.keys.live == [try #require(renewed.key)])
  }

  @Test func deletesOnlyTheLeftoversOfAKilledProcess() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let (other, _) = try await app.signIn("joe@example.org")
    // A key was made, and the process ended before it was recorded.
    let orphan = try await app.provider().sessionKeys.make(for: session.id)
    #expect(app.keys.live.count == 3)
    try await app.client.select(session.id)
    let renewed = try await app.client.refresh()
    #expect(!app.keys.live.contains(orphan))
    #expect(Set(app.keys.live) == [try #require(renewed.key), try #require(other.key)])

    // The new session was stored, and the process ended before the old key was forgotten.
    var stale = renewed
    stale.key = try await app.provider().sessionKeys.make(for: session.id)
    try await app.provider().replaced(stale, by: renewed)
    #expect(Set(app.keys.live) == [try #require(renewed.key), try #require(other.key)])
  }

  @Test func undoesAnAbandonedSignInButNotALiveOne() async throws {
    let app = try SandboxedApp()
    let keys = try app.provider().sessionKeys
    // Another process is in the middle of a sign-in.
    _ = try await keys.begin(SessionID("live"), now: app.clock.now())
    let (session, _) = try await app.signIn()
    #expect(app.keys.live.count == 2)
    app.clock.advance(by: .seconds(901))
    // After 15 minutes no flow can resume that sign-in.
    let flow = app.client.signIn(identifier: "joe@example.org")
    _ = try #require(await flow.nextPrompt())
    #expect(app.keys.live.map(\.keyID) == [try #require(session.key).keyID])
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test func keepsAnOpenedSessionsKeyWhileItWorks() async throws {
    let app = try SandboxedApp()
    let keys = try app.provider().sessionKeys
    let id = SessionID("opened")
    let key = try await keys.begin(id, now: app.clock.now())
    try await keys.opened(id, until: app.clock.now().addingTimeInterval(3600), now: app.clock.now())
    app.clock.advance(by: .seconds(3000))
    try await keys.recover(now: app.clock.now())
    #expect(app.keys.live == [key])
    app.clock.advance(by: .seconds(601))
    try await keys.recover(now: app.clock.now())
    #expect(app.keys.live.isEmpty)
  }

  @Test func signInRecordDoesNotAffectARenewedSession() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    // The process ended after the session was stored and before its record was deleted.
    try await app.provider().sessionKeys.opened(
      session.id, until: try #require(session.expiresAt), now: app.clock.now())
    app.clock.advance(by: .seconds(600))
    let renewed = try await app.client.refresh()
    app.clock.advance(by: .seconds(600))
    try await app.provider().sessionKeys.recover(now: app.clock.now())
    #expect(app.keys.live == [try #require(renewed.key)])
  }

  @Test func missingKeyLocksTheSession() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    try await app.keys.delete(try #require(session.key))
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await app.client.refresh() }
    #expect(try await app.client.storedSession() == session)
  }

  @Test func signOutDeletesOnlyThatSessionsKeys() async throws {
    let app = try SandboxedApp()
    let (first, _) = try await app.signIn()
    let (second, _) = try await app.signIn("joe@example.org")
    // A renewal is pending after a lost response. The sign-out deletes its key, too.
    app.transport.add(Fault(.dropAnswer, times: 1, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await app.client.refresh() }
    #expect(app.keys.live.count == 3)
    _ = try await app.client.signOut()
    #expect(app.keys.live == [try #require(first.key)])
    #expect(try await app.client.sessions().map(\.id) == [first.id])
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
    #expect(second.id != first.id)
  }

  @Test func renewsOnceAfterARefusedStampAndRepeats() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let url = try app.provider().configuration.apiBaseURL.appending(path: "public/v1/query/whoami")
    let body = Array(#"{"organizationId":"\#(try #require(session.claims["organization_id"]?.stringValue))"}"#.utf8)
    app.transport.add(Fault(.status(401), times: 1, path: "/whoami"))
    #expect(try await app.client.send(TransportRequest("POST", url, body: body)).status == 200)
    #expect(try app.count("/stamp_login") == 1)
    #expect(try await app.client.storedSession()?.generation == 2)
  }

  @Test func failedActivitiesKeepTheSession() async throws {
    let cases: [(String, AuthError.Code)] = [
      ("ACTIVITY_STATUS_CONSENSUS_NEEDED", .consensusNeeded), ("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED", .mfaRequired),
      ("ACTIVITY_STATUS_REJECTED", .forbidden), ("ACTIVITY_STATUS_FAILED", .providerError),
      ("ACTIVITY_STATUS_NEW_IN_2030", .providerError), ("ACTIVITY_STATUS_COMPLETED", .malformedResponse),
    ]
    for (status, code) in cases {
      do throws(AuthError) {
        let answer: JSONValue = ["activity": ["id": "a", "status": .string(status), "result": [:]]]
        _ = try VendorActivity(answer).result("stampLoginResult")
        Issue.record("\(status) gave a result")
      } catch {
        #expect(error.code == code, "\(status)")
        #expect(!TurnkeyErrors.endsSession(error))
      }
    }
    let failed: JSONValue = [
      "activity": [
        "id": "a", "status": "ACTIVITY_STATUS_FAILED",
        "failure": ["code": 16, "message": "x", "details": [["turnkeyErrorCode": "API_KEY_EXPIRED"]]],
      ]
    ]
    #expect(throws: AuthError(.sessionExpired, "")) { try VendorActivity(failed).result("stampLoginResult") }
  }

  @Test func pollsAPendingActivity() async throws {
    let clock = ManualClock(advancesItself: true)
    let pending: JSONValue = ["activity": ["id": "a-1", "status": "ACTIVITY_STATUS_PENDING"]]
    let done: JSONValue = [
      "activity": [
        "id": "a-1", "status": "ACTIVITY_STATUS_COMPLETED", "result": ["stampLoginResult": ["session": "jwt"]],
      ]
    ]
    let transport = ScriptedTransport([
      .json("POST", "/public/v1/submit/stamp_login", pending), .json("POST", "/public/v1/query/get_activity", pending),
      .json("POST", "/public/v1/query/get_activity", done) { request in
        (try? JSONValue(parsing: request.body ?? [])) == ["organizationId": "org", "activityId": "a-1"]
          ? nil : "the body is another one"
      },
    ])
    let vector = try TurnkeyVectors()["api-key-fixture-js"]
    let stamper = try APIKeyStamper(
      publicKeyHex: vector.text("public_key_compressed_hex"), privateKeyHex: vector.text("private_key_hex"))
    let url = try #require(URL(string: "https://api.example.com"))
    let api = TurnkeyAPI(baseURL: url, transport: transport, clock: clock)
    let result = try await api.submit(
      "stamp_login", body: Array("{}".utf8), organizationID: "org", result: "stampLoginResult", stamper: stamper)
    #expect(result["session"] == "jwt")
    #expect(transport.remaining == 0)
    for request in transport.requests {
      #expect(try StampParts(#require(request.headers["X-Stamp"])).verifies(#require(request.body)))
      #expect(request.headers["Content-Type"] == "application/json")
    }
    #expect(transport.requests[0].retry != .never)
  }
}

extension SandboxedApp {
  func pendingRenewal(of session: Session) async throws -> PendingRenewal? {
    try await records.namespaced("turnkey").read(PendingRenewal.recordKey(session.id))
      .flatMap { PendingRenewal(record: $0.value) }
  }

  @Test func sessionWithoutAutomaticRenewalIsRenewedOnDemand() async throws {
    let app = try SandboxedApp(["autoRefreshSession": false])
    let (session, _) = try await app.signIn()
    let life = try #require(session.expiresAt).timeIntervalSince(app.clock.now())
    app.clock.advance(by: .seconds(life - 5))
    #expect(try await app.client.session() == session)
    await app.client.settle()
    #expect(try app.count("/stamp_login") == 0)
    let renewed = try await app.client.refresh()
    #expect(renewed.key != session.key)
    app.clock.advance(by: .seconds(100_000))
    await #expect(throws: AuthError(.reauthenticationRequired, "")) { try await app.client.session() }
    #expect(try await app.client.storedSession()?.id == session.id)
    #expect(try app.count("/stamp_login") == 1)
  }

  @Test func renewalRotatesTheKey() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let rotated = try await app.provider().rotateKey(of: session)
    #expect(rotated.id == session.id && rotated.key != session.key)
    #expect(app.keys.live.count == 2)
    try await app.provider().replaced(session, by: rotated)
    #expect(app.keys.live.map { Optional($0) } == [rotated.key])
    #expect(try await app.provider().whoAmI(rotated).userID == session.subject)
  }

  @Test func loginContainsProfileAndInvalidation() throws {
    let app = try SandboxedApp(["sessionProfileId": "desk", "invalidateExisting": true])
    let body = try JSONValue(parsing: try app.provider().loginBody(for: [2], organizationID: "o", lasting: 900))
    #expect(body["parameters"]?["sessionProfileId"] == "desk")
    #expect(body["parameters"]?["invalidateExisting"] == true)
    #expect(body["parameters"]?["expirationSeconds"] == "900")
  }
}
