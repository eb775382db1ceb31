import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about the clock.
  static let clockLaws: [ProviderLaw] = [
    ProviderLaw("clock.own", "times come from the clock that was passed in, not from the machine's", usesGivenClock),
    ProviderLaw("clock.fast", "a device whose clock is five minutes fast signs in and stays signed in") { trial in
      try await toleratesSkew(trial, .seconds(300))
    },
    ProviderLaw("clock.slow", "a device whose clock is five minutes slow signs in and stays signed in") { trial in
      try await toleratesSkew(trial, .seconds(-300))
    },
  ]

  private static func usesGivenClock(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    // The time is far from the machine's time, so the session's times show which clock the provider uses.
    bench.clock.set(Date(timeIntervalSince1970: 1_900_000_000))
    let client = try bench.client()
    let session = try await bench.signIn(client)
    let now = bench.clock.now()
    func isNear(_ date: Date) -> Bool { abs(date.timeIntervalSince(now)) < 86_400 }
    try require(isNear(session.createdAt), "createdAt is the given clock's time")
    guard try client.provider() is any SessionRefreshing, session.expiresAt != nil else { return }
    try bench.expire(session)
    let renewed = try await client.session()
    let later = bench.clock.now()
    try require(
      abs(renewed.createdAt.timeIntervalSince(later)) < 86_400 || renewed.createdAt == session.createdAt,
      "a renewed session's createdAt is the given clock's time")
    try require(!renewed.isExpired(at: later), "a renewed session expires by the given clock")
  }

  private static func toleratesSkew(_ trial: ConformanceTrial, _ skew: Duration) async throws {
    let bench = try await trial.bench()
    let client = try bench.client(skewedBy: skew)
    let session = try await bench.signIn(client)
    // A lifetime of at most 15 minutes is too close to the clock's error: the session may rightly be renewed at once.
    if let expiresAt = session.expiresAt, expiresAt.timeIntervalSince(bench.clock.now()) <= 900 { return }
    let count = bench.wire.requests.count
    try require(try await client.session().id == session.id, "the session is returned")
    try require(bench.wire.requests.count == count, "the session is not renewed")
    guard try client.provider() is any RequestAuthorizing, let request = bench.server.protectedRequest else { return }
    let response = try await client.send(request)
    try require(response.isSuccess, "the session's credential is accepted (HTTP \(response.status))")
  }
}
