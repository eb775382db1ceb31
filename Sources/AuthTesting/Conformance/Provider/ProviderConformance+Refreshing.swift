import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about the renewal of a session, and about the responses that end it.
  static let refreshLaws: [ProviderLaw] = [
    ProviderLaw(
      "refresh.one-for-many", "200 callers at expiry cause one renewal", needs: .sessionRefreshing,
      refreshesOnce),
    ProviderLaw(
      "refresh.keeps-identity", "the renewed session keeps id, subject, tenant and key, and its generation grows",
      needs: .sessionRefreshing, keepsIdentity),
    ProviderLaw(
      "refresh.serves", "the renewed session expires later, and is stored", needs: .sessionRefreshing, renewsExpiry),
    ProviderLaw(
      "refresh.refused-ends", "a refusal by the vendor ends the session, once", needs: .sessionRefreshing,
      refusalEnds),
    ProviderLaw(
      "refresh.failure-keeps", "every failure except a refusal keeps the session, and the next call tries again",
      needs: .sessionRefreshing, failureKeeps),
    ProviderLaw(
      "refresh.bad-request", "a 400 or 403 that does not come from the vendor keeps the session",
      needs: .sessionRefreshing, foreignBadRequestKeeps),
    ProviderLaw(
      "refresh.late-answer", "a response that arrives after the sign-out stores nothing", needs: .sessionRefreshing,
      dropsLateRenewal),
    ProviderLaw(
      "refresh.caller-leaves", "a renewal that was sent is finished and stored even if its caller is cancelled",
      needs: .sessionRefreshing, finishesForNobody),
  ]

  /// Makes a new app that is signed in with an expired session.
  private static func expired(
    _ trial: ConformanceTrial
  ) async throws -> (bench: ConformanceBench, client: AuthClient, session: Session) {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    try bench.expire(session)
    return (bench, client, session)
  }

  private static func refreshesOnce(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let count = bench.wire.requests.count
    let door = trial.door()
    bench.wire.interfere { _, number in number == 0 ? .hold(door) : nil }
    let callers = (0..<200).map { _ in Task { try await client.session() } }
    try await door.reached(by: callers[0])
    await settle()
    door.open()
    for caller in callers {
      let renewed = try await caller.value
      try require(renewed.generation == session.generation + 1, "every caller gets the renewed session")
    }
    let sent = bench.wire.requests(since: count)
    let expected = bench.fixture.requestsPerRefresh
    try require(
      sent.count == expected,
      "the number of requests for 200 callers is \(expected), not \(sent.count) "
        + "(\(sent.map(\.url.path).joined(separator: ", ")))")
  }

  private static func keepsIdentity(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let renewed = try await client.session()
    try require(renewed.id == session.id, "the id does not change")
    try require(renewed.subject == session.subject, "the subject does not change")
    try require(renewed.tenant == session.tenant, "the tenant does not change")
    try require(renewed.providerID == session.providerID, "the provider does not change")
    try require(renewed.identifier == session.identifier, "the identifier does not change")
    try require(renewed.tags == session.tags, "the app's tags do not change")
    try require(renewed.generation > session.generation, "the generation grows")
    try require(bench.sessions.records.count == 1, "there is one record, not \(bench.sessions.records.count)")
    // Call the provider directly: the engine would correct these fields.
    if let refreshing = try client.provider() as? any SessionRefreshing,
      case .refreshed(let own) = try await refreshing.refresh(renewed, token: nil)
    {
      try require(own.id == session.id && own.subject == session.subject, "the provider changes neither id nor subject")
      try require(
        own.tenant == session.tenant && own.providerID == session.providerID,
        "the provider changes neither tenant nor provider")
    }
  }

  private static func renewsExpiry(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let renewed = try await client.session()
    let now = bench.clock.now()
    try require(!renewed.isExpired(at: now), "the renewed session has not expired")
    try require(renewed.expiresAt != session.expiresAt, "the renewed session's expiresAt has changed")
    try require(try await bench.storedSession() == renewed, "the caller's session is the stored one")
    let count = bench.wire.requests.count
    try require(try await client.session() == renewed, "the next caller gets the renewed session")
    try require(try await bench.client().session() == renewed, "the app's next start has the renewed session")
    try require(bench.wire.requests.count == count, "returning the renewed session sends nothing")
    try bench.expire(renewed)
    do {
      try require(
        try await client.session().generation > renewed.generation, "the renewed session can be renewed once more")
    } catch let error as AuthError {
      throw BrokenLaw(reason: "the credential of the first renewal could not be renewed: \(error)")
    }
  }

  private static func refusalEnds(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let refuse = try applicable(bench.server.refuseSession, "the server has no refuseSession")
    try await refuse(session)
    do {
      _ = try await client.session()
      throw BrokenLaw(expected: "a session that the server refuses to renew is not returned")
    } catch let error as AuthError {
      let ending: Set<AuthError.Code> = [
        .sessionExpired, .sessionRevoked, .userNotFound, .forbidden, .invalidToken, .reauthenticationRequired,
      ]
      try require(ending.contains(error.code), "the refusal is session_expired or a similar code, not \(error)")
      try require(error.provider == bench.providerID, "the refusal names its provider")
      try require(error.recovery == .signIn, "the recovery of a refusal is signIn, not \(error.recovery)")
    }
    try require(bench.sessions.record(session.id) == nil, "the session's record is deleted")
    let count = bench.wire.requests.count
    try await requireError(.notSignedIn, "the next caller") { try await client.session() }
    try require(bench.wire.requests.count == count, "the next caller sends nothing")
    guard case .signedOut(.refused) = try await client.state() else {
      throw BrokenLaw(expected: "the state is signedOut(refused)")
    }
    let endings = bench.observer.events.filter { if case .sessionEnded = $0 { true } else { false } }
    try require(endings.count == 1, "the session ends once, not \(endings.count) times")
  }

  private static func failureKeeps(_ trial: ConformanceTrial) async throws {
    let count = try await renewalRequests(trial)
    for fault in WireFault.allCases {
      for target in 0..<count {
        let (bench, client, session) = try await expired(trial)
        let record = bench.sessions.record(session.id)
        bench.wire.interfere { _, number in number == target ? fault.interference(arrives: false) : nil }
        let what = "\(fault.rawValue) while renewing"
        do {
          _ = try await client.session()
          throw BrokenLaw(expected: "\(what) throws \(fault.code); a session was returned")
        } catch let error as AuthError {
          try require(error.code == fault.code, "\(what) is \(fault.code), not \(error)")
          try require(error.provider == bench.providerID, "\(what): the error names its provider")
          if fault != .tls, fault != .tooLarge { try requireWayOut(error, what) }
        }
        try require(bench.sessions.record(session.id) == record, "\(what) keeps the session as it was")
        if session.isExpired(at: bench.clock.now()) {
          guard case .unverified = try await client.state() else {
            throw BrokenLaw(expected: "\(what) makes the state unverified")
          }
        }
        // No fault has a Retry-After that is longer than this wait.
        bench.clock.advance(by: WireFault.wait)
        let renewed = try await client.session()
        try require(renewed.generation == session.generation + 1, "\(what): the next call renews the session")
      }
    }
  }

  /// For each request of a renewal: a proxy between the app and the server refuses the request with a web page.
  private static func foreignBadRequestKeeps(_ trial: ConformanceTrial) async throws {
    for target in 0..<(try await renewalRequests(trial)) {
      for status in [400, 403] {
        let (bench, client, session) = try await expired(trial)
        let record = bench.sessions.record(session.id)
        let page = TransportResponse(
          status: status, headers: ["Content-Type": "text/html"], body: Array("<html><h1>Refused</h1></html>".utf8))
        bench.wire.interfere { _, number in number == target ? .answer(page) : nil }
        let what = "a \(status) of a proxy to request \(target + 1) of a renewal"
        do {
          _ = try await client.session()
          throw BrokenLaw(expected: "\(what) returns no session")
        } catch let error as AuthError {
          try require(error.recovery != .signIn, "\(what) does not ask the user to sign in again: \(error)")
        }
        try require(bench.sessions.record(session.id) == record, "\(what) keeps the session as it was")
        bench.clock.advance(by: WireFault.wait)
        let renewed = try await client.session()
        try require(renewed.generation == session.generation + 1, "\(what): the next call renews the session")
      }
    }
  }

  /// Returns how many requests a renewal sends.
  private static func renewalRequests(_ trial: ConformanceTrial) async throws -> Int {
    let (bench, client, _) = try await expired(trial)
    let before = bench.wire.requests.count
    _ = try await client.session()
    return bench.wire.requests.count - before
  }

  private static func dropsLateRenewal(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let door = trial.door()
    bench.wire.interfere { _, number in number == 0 ? .hold(door) : nil }
    let caller = Task { try await client.session() }
    try await door.reached(by: caller)
    _ = try await client.signOut()
    door.open()
    let late = await caller.result
    await client.settle()
    if case .success = late { throw BrokenLaw(expected: "a caller that waited for the renewal gets no session") }
    try require(bench.sessions.record(session.id) == nil, "the late response stores nothing")
    try require(bench.sessions.records.isEmpty, "the late response stores nothing under another id")
    try await requireError(.notSignedIn, "session() afterwards") { try await client.session() }
  }

  private static func finishesForNobody(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await expired(trial)
    let door = trial.door()
    bench.wire.interfere { _, number in number == 0 ? .hold(door) : nil }
    let caller = Task { try await client.session() }
    try await door.reached(by: caller)
    caller.cancel()
    _ = await caller.result
    door.open()
    await client.settle()
    let stored = try required(try await bench.storedSession(), "the session is still stored")
    try require(stored.generation == session.generation + 1, "the renewal that was sent is stored")
    let count = bench.wire.requests.count
    try require(try await client.session() == stored, "the next caller gets the renewed session")
    try require(bench.wire.requests.count == count, "the next caller sends nothing")
  }
}
