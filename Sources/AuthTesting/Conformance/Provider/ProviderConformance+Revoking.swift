import AuthCore

extension ProviderConformance {
  /// Laws about the revocation of a session at the server.
  static let revocationLaws: [ProviderLaw] = [
    ProviderLaw("revoke.reaches", "signing out ends the session at the server", needs: .sessionRevoking, revokes),
    ProviderLaw(
      "revoke.expired",
      "signing out with an expired credential ends the session at the server, or reports that it did not",
      needs: .sessionRevoking, revokesExpired),
    ProviderLaw(
      "revoke.hanging", "signing out returns even when the server never responds, and reports the failure",
      needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, .hang, [.timeout, .cancelled, .network])
    },
    ProviderLaw(
      "revoke.failing", "signing out deletes the stored session even when the server fails, and reports the failure",
      needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, WireFault.unreachable.interference(arrives: false), [.network])
      try await signsOutLocally(trial, WireFault.status500.interference(arrives: false), [.serverError])
    },
    ProviderLaw(
      "revoke.page", "a web page in place of the vendor's response is reported as a failure",
      needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, WireFault.page.interference(arrives: false), [.malformedResponse])
    },
  ]

  private static func revokes(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await revocable(trial)
    let count = bench.wire.requests.count
    let result = try await client.signOut()
    try require(result.unrevoked.isEmpty, "unrevoked is empty: \(result.unrevoked)")
    try require(bench.wire.requests.count > count, "signing out sends a request")
    if let isRevoked = bench.server.isRevoked {
      try require(try await isRevoked(session), "the session has ended at the server")
    }
  }

  /// Signs out with an expired credential. The client does not renew before a sign-out, so a server that accepts only a
  /// valid credential keeps the session, and the result must report that.
  private static func revokesExpired(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await revocable(trial)
    let isRevoked = try applicable(bench.server.isRevoked, "the fixture has no isRevoked")
    try bench.expire(session)
    let result = try await client.signOut()
    let isOver = try await isRevoked(session)
    try require(
      isOver || !result.unrevoked.isEmpty, "the session has ended at the server, or unrevoked names it")
  }

  /// Signs out with the interference at every request, and then once for each request with the interference at only one
  /// request.
  private static func signsOutLocally(
    _ trial: ConformanceTrial, _ interference: ConformanceWire.Interference, _ codes: [AuthError.Code]
  ) async throws {
    try await signsOutLocally(trial, codes) { _ in interference }
    for target in 0..<(try await revocationRequests(trial)) {
      try await signsOutLocally(trial, codes) { $0 == target ? interference : nil }
    }
  }

  private static func signsOutLocally(
    _ trial: ConformanceTrial, _ codes: [AuthError.Code],
    _ interference: @escaping @Sendable (_ request: Int) -> ConformanceWire.Interference?
  ) async throws {
    let (bench, client, session) = try await revocable(trial)
    bench.wire.interfere { _, number in interference(number) }
    let result = try await client.signOut()
    try require(bench.sessions.record(session.id) == nil, "the session is deleted from the store")
    try require(try await bench.storedSession() == nil, "nothing is selected")
    let error = try required(result.unrevoked[session.id], "unrevoked names the session")
    try require(codes.contains(error.code), "unrevoked contains the error \(codes[0]), not \(error)")
    try await requireError(.notSignedIn, "session() afterwards") { try await client.session() }
  }

  /// Returns how many requests a sign-out sends.
  private static func revocationRequests(_ trial: ConformanceTrial) async throws -> Int {
    let (bench, client, _) = try await revocable(trial)
    let before = bench.wire.requests.count
    _ = try await client.signOut()
    return bench.wire.requests.count - before
  }

  /// Makes a new app that is signed in with a session that the server must end at a sign-out.
  private static func revocable(
    _ trial: ConformanceTrial
  ) async throws -> (bench: ConformanceBench, client: AuthClient, session: Session) {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard let revoking = try client.provider() as? any SessionRevoking, revoking.revocation(of: session) != nil else {
      throw NotApplicable("the provider's sessions need no revocation at the server")
    }
    return (bench, client, session)
  }
}
