import AuthCore

extension ProviderConformance {
  /// Laws about what the server learns of a sign-out.
  static let revocationLaws: [ProviderLaw] = [
    ProviderLaw("revoke.reaches", "signing out ends the session at the server", needs: .sessionRevoking, revokes),
    ProviderLaw(
      "revoke.expired",
      "signing out with an expired credential ends the session at the server, or reports that it did not",
      needs: .sessionRevoking, revokesExpired),
    ProviderLaw(
      "revoke.hanging", "signing out returns even when the server never responds, and reports it",
      needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, .hang, [.timeout, .cancelled, .network])
    },
    ProviderLaw(
      "revoke.failing", "signing out deletes here even when the server fails, and reports it", needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, WireFault.unreachable.interference(arrives: false), [.network])
      try await signsOutLocally(trial, WireFault.status500.interference(arrives: false), [.serverError])
    },
    ProviderLaw(
      "revoke.page", "a web page in place of the vendor's response is reported, and is not taken for a sign-out",
      needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, WireFault.page.interference(arrives: false), [.malformedResponse])
    },
  ]

  private static func revokes(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await revocable(trial)
    let count = bench.wire.requests.count
    let result = try await client.signOut()
    try require(result.unrevoked.isEmpty, "nothing is left unrevoked: \(result.unrevoked)")
    try require(bench.wire.requests.count > count, "the server is told")
    if let isRevoked = bench.server.isRevoked {
      try require(try await isRevoked(session), "the session has ended at the server")
    }
  }

  /// The client does not renew before a sign-out: a server that accepts only a valid credential would keep the session
  /// alive, unnoticed.
  private static func revokesExpired(_ trial: ConformanceTrial) async throws {
    let (bench, client, session) = try await revocable(trial)
    let isRevoked = try applicable(bench.server.isRevoked, "the fixture has no isRevoked")
    try bench.expire(session)
    let result = try await client.signOut()
    let isOver = try await isRevoked(session)
    try require(
      isOver || !result.unrevoked.isEmpty, "the session has ended at the server, or unrevoked names it")
  }

  /// Signs out with the interference at every request, and once more for each request with the interference there
  /// alone.
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
    try require(bench.sessions.record(session.id) == nil, "the session is deleted here")
    try require(try await bench.storedSession() == nil, "nothing is selected")
    let error = try required(result.unrevoked[session.id], "unrevoked names the session")
    try require(codes.contains(error.code), "unrevoked says \(codes[0]), not \(error)")
    try await requireError(.notSignedIn, "session() afterwards") { try await client.session() }
  }

  /// How many requests a sign-out sends.
  private static func revocationRequests(_ trial: ConformanceTrial) async throws -> Int {
    let (bench, client, _) = try await revocable(trial)
    let before = bench.wire.requests.count
    _ = try await client.signOut()
    return bench.wire.requests.count - before
  }

  /// A new app that is signed in, with a session that its server must end.
  private static func revocable(
    _ trial: ConformanceTrial
  ) async throws -> (bench: ConformanceBench, client: AuthClient, session: Session) {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard let revoking = try client.provider() as? any SessionRevoking, revoking.revocation(of: session) != nil else {
      throw NotApplicable("its sessions need no revocation at the server")
    }
    return (bench, client, session)
  }
}
