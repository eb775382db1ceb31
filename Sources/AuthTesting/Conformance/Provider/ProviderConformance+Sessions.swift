import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about the session of a sign-in.
  static let sessionLaws: [ProviderLaw] = [
    ProviderLaw(
      "session.stored", "the session of a sign-in is stored and selected before completed is shown", storesSession),
    ProviderLaw("session.identity", "a session names its provider, the provider's tenant, and its user", fillsSession),
    ProviderLaw("session.round-trip", "a stored session is decoded and encoded again byte for byte", roundTrips),
    ProviderLaw("session.restored", "the app's next start has the session without a request", restores),
    ProviderLaw("session.second", "a second sign-in makes a new session, which replaces the first", replacesFirst),
    ProviderLaw("session.sign-out", "signing out leaves no session in the store", signsOut),
  ]

  private static func storesSession(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let session = try await bench.signIn(try bench.client())
    let stored = try required(try await bench.storedSession(), "the session is stored and selected")
    try require(stored == session, "the stored session equals the flow's result")
  }

  private static func fillsSession(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    let provider = try client.provider()
    try require(session.providerID == bench.providerID, "providerID is the instance's, not '\(session.providerID)'")
    try require(session.tenant == provider.tenant && !session.tenant.isEmpty, "tenant is the provider's")
    try require(!session.subject.isEmpty, "subject is the vendor's user id")
    try require(!session.id.rawValue.isEmpty, "the session has an id")
    if let key = session.key { try require(!key.publicKey.isEmpty, "the session's key has a public key") }
  }

  private static func roundTrips(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let session = try await bench.signIn(try bench.client())
    let bytes = try required(bench.sessions.record(session.id), "the session is stored")
    let decoded = try SessionRecord.decode(bytes)
    try require(decoded == session, "the session that is read equals the one that was written")
    try require(SessionRecord.encode(decoded) == bytes, "the session has the same bytes when it is encoded again")
  }

  private static func restores(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let session = try await bench.signIn(try bench.client())
    let count = bench.wire.requests.count
    let next = try bench.client()
    try require(try await next.storedSession() == session, "the stored session is the same")
    if session.isExpired(at: bench.clock.now()) { throw NotApplicable("the provider's sessions expire at once") }
    try require(try await next.session() == session, "session() returns the session")
    guard case .signedIn(session) = try await next.state() else {
      throw BrokenLaw(expected: "the state is signedIn")
    }
    try require(bench.wire.requests.count == count, "restoring sends nothing")
  }

  private static func replacesFirst(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let first = try await bench.signIn(client)
    // Vendors do not send a second code immediately.
    bench.clock.advance(by: .seconds(120))
    let second = try await bench.signIn(client)
    try require(first.id != second.id, "each session has its own id")
    try require(try await bench.storedSession() == second, "the new session is selected")
    if first.subject == second.subject, second.tags.allSatisfy({ first.tags[$0.key] == $0.value }) {
      try require(bench.sessions.record(first.id) == nil, "a user who signs in again has one session")
    } else {
      try require(bench.sessions.record(first.id) != nil, "another user's session remains")
    }
  }

  private static func signsOut(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    let result = try await client.signOut()
    try require(result.unrevoked.isEmpty, "unrevoked is empty if the server responds: \(result.unrevoked)")
    try require(bench.sessions.record(session.id) == nil, "the session's record is deleted")
    try require(try await bench.storedSession() == nil, "nothing is selected")
    try await requireError(.notSignedIn, "session() after signing out") { try await client.session() }
    try await requireError(.notSignedIn, "session() at the next start") { try await bench.client().session() }
  }
}
