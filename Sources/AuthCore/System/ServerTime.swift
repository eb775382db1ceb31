#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time of one provider instance's servers: a clock for the provider and its session engine, and the middleware
/// that learns the time from answers.
///
/// Servers judge expiry, stamps and proofs by their own clock, so these are made with the server's time.
final class ServerTime: AuthClock, HTTPMiddleware {
  private struct State {
    var estimate = ServerTimeEstimate()
    var reported: Double = 0
  }

  private let providerID: ProviderID
  private let base: any AuthClock
  private let observer: any AuthObserver
  private let state = Locked(State())

  init(of providerID: ProviderID, base: any AuthClock, observer: any AuthObserver) {
    self.providerID = providerID
    self.base = base
    self.observer = observer
  }

  /// The wall clock's time, corrected.
  func now() -> Date { reading.now }

  func uptime() -> Duration { base.uptime() }

  func sleep(for duration: Duration) async throws(CancellationError) { try await base.sleep(for: duration) }

  /// How far the wall clock is behind the server's, in seconds.
  var lag: Double {
    let (wall, uptime) = (base.now(), base.uptime())
    return state.withLock { $0.estimate.lag(of: wall, at: uptime) }
  }

  /// The time now.
  var reading: ServerTimeReading {
    let wall = base.now()
    let estimate = state.withLock { $0.estimate }
    return estimate.reading(of: wall, at: base.uptime())
  }

  /// Learns from the answer's `Date`.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse {
    let sent = base.uptime()
    let response = try await next.send(request)
    learn(from: response, sent: sent)
    return response
  }

  private func learn(from response: TransportResponse, sent: Duration) {
    let (wall, received) = (base.now(), base.uptime())
    // An answer from a cache has the date at which it was created (RFC 9111 §5.1).
    guard response.headers["Age"].map({ $0 == "0" }) ?? true, let text = response.headers["Date"],
      let date = HTTPDate.decode(text, now: wall)
    else { return }
    let news = state.withLock { state -> Double? in
      state.estimate.observed(date, sent: sent, received: received)
      let lag = state.estimate.lag(of: wall, at: received)
      guard abs(lag - state.reported) > 1 else { return nil }
      state.reported = lag
      return lag
    }
    guard let news else { return }
    observer.record(
      .clockSkew(
        provider: providerID, behind: Duration(fractionalSeconds: news),
        isCorrected: abs(news) <= ServerTimeEstimate.bound))
  }
}

extension ProviderServices {
  /// How far this machine's clock is behind the server's, in seconds, from the answers so far.
  var clockLag: Double { (clock as? ServerTime)?.lag ?? 0 }

  /// The server's time, however wrong this machine's clock is. Use it to judge times in that server's own answers.
  /// Requests use `clock`, whose correction is limited.
  package var serverNow: Date { serverNow(assuming: 0) }

  /// The same; until the server answers, this machine's clock is assumed to be `lag` seconds behind.
  func serverNow(assuming lag: Double) -> Date { reading.serverNow(assuming: lag) }

  /// One reading of the clock, for a decision that needs the corrected time and the server's.
  var reading: ServerTimeReading {
    if let clock = clock as? ServerTime { return clock.reading }
    return ServerTimeReading(wall: clock.now(), lag: 0)
  }

  /// The error if this machine's clock is further off than the correction allows; nil if it is not, or if the server
  /// has not answered. With such a clock, a server may refuse a request because of its time, so a refusal does not end
  /// a session.
  var clockFault: AuthError? { clockFault(" The session is kept.") }

  /// The error of a sign-in. If the clock is further off than the correction allows and the error can come from that (a
  /// stale stamp, a token that is not valid yet or no longer valid), the clock's error replaces it. A wrong code stays
  /// a wrong code.
  func explained(_ error: AuthError) -> AuthError {
    Self.codesOfTime.contains(error.code) ? clockFault("", underlying: error.code.rawValue) ?? error : error
  }

  private static let codesOfTime: Set<AuthError.Code> = [
    .signatureInvalid, .invalidToken, .tokenExpired, .flowExpired, .sessionExpired,
  ]

  private func clockFault(_ consolation: String, underlying: String? = nil) -> AuthError? {
    let lag = clockLag
    guard abs(lag) > ServerTimeEstimate.bound else { return nil }
    let hours = Int((abs(lag) / 3600).rounded())
    return AuthError(
      .clockSkew,
      "This machine's clock is \(hours) hours \(lag > 0 ? "behind" : "ahead of") the server's; set it right and try "
        + "again.\(consolation)", underlying: underlying)
  }
}
