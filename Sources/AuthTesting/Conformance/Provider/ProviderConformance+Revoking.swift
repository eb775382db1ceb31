import AuthCore

extension ProviderConformance {
  /// What the server hears of a sign-out.
  static let revocationLaws: [ProviderLaw] = [
    ProviderLaw("revoke.reaches", "signing out ends the session at the server", needs: .sessionRevoking, revokes),
    ProviderLaw(
      "revoke.expired",
      "signing out with a credential that has run out ends the session at the server, or says that not",
      needs: .sessionRevoking, revokesExpired),
    ProviderLaw(
      "revoke.hanging", "signing out returns although the server never answers, and says so", needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, .hang, [.timeout, .cancelled, .network])
    },
    ProviderLaw(
      "revoke.failing", "signing out deletes here although the server fails, and says so", needs: .sessionRevoking
    ) { trial in
      try await signsOutLocally(trial, WireFault.unreachable.interference(arrives: false), [.network])
      try await signsOutLocally(trial, WireFault.status500.interference(arrives: false), [.serverError])
    },
  ]

  private static func revokes(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard let revoking = try client.provider() as? any SessionRevoking, revoking.revocation(of: session) != nil else {
      throw NotApplicable("there is nothing to tell the server about its sessions")
    }
    let count = bench.wire.requests.count
    let result = try await client.signOut()
    try require(result.unrevoked.isEmpty, "nothing is left unrevoked: \(result.unrevoked)")
    try require(bench.wire.requests.count > count, "the server is told")
    if let isRevoked = bench.server.isRevoked {
      try require(try await isRevoked(session), "the server counts the session as over")
    }
  }

  /// Nobody renews before a sign-out: a server that takes only what works would let the session live on, unnoticed.
  private static func revokesExpired(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard let revoking = try client.provider() as? any SessionRevoking, revoking.revocation(of: session) != nil else {
      throw NotApplicable("there is nothing to tell the server about its sessions")
    }
    let isRevoked = try applicable(bench.server.isRevoked, "the fixture cannot say whether a session is over")
    try bench.expire(session)
    let result = try await client.signOut()
    let isOver = try await isRevoked(session)
    try require(
      isOver || !result.unrevoked.isEmpty, "the session is over at the server, or unrevoked says that it is not")
  }

  private static func signsOutLocally(
    _ trial: ConformanceTrial, _ interference: ConformanceWire.Interference, _ codes: [AuthError.Code]
  ) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard let revoking = try client.provider() as? any SessionRevoking, revoking.revocation(of: session) != nil else {
      throw NotApplicable("there is nothing to tell the server about its sessions")
    }
    bench.wire.interfere { _, _ in interference }
    let result = try await client.signOut()
    try require(bench.sessions.record(session.id) == nil, "the session is deleted here")
    try require(try await bench.storedSession() == nil, "nothing is selected")
    let error = try required(result.unrevoked[session.id], "unrevoked names the session")
    try require(codes.contains(error.code), "unrevoked says \(codes[0]), not \(error)")
    try await requireError(.notSignedIn, "session() afterwards") { try await client.session() }
  }
}
