#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of a provider instance's server: a clock for the provider and its session engine, and a middleware that
/// estimates the server's time from responses.
///
/// Servers check expiry, stamps and proofs by their own clocks, so this package uses the server's time for these.
final class ServerTime: AuthClock, HTTPMiddleware {
  private struct State {
    var estimate = ServerTimeEstimate()
    /// The lag in the last event, in seconds.
    var reported: Double = 0
  }

  private let providerID: ProviderID
  private let base: any AuthClock
  private let observer: any AuthObserver
  private let changed: @Sendable () -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - providerID: the provider instance, for events.
  ///   - base: this machine's clock.
  ///   - observer: receives an event when the difference between the two times has changed.
  ///   - changed: called when the estimate has changed. It must not read this clock.
  init(
    of providerID: ProviderID, base: any AuthClock, observer: any AuthObserver,
    changed: @escaping @Sendable () -> Void = {}
  ) {
    self.providerID = providerID
    self.base = base
    self.observer = observer
    self.changed = changed
  }

  /// Returns the wall clock's time, corrected to the server's time if the difference is at most
  /// `ServerTimeEstimate.bound`.
  func now() -> Date { reading.now }

  func uptime() -> Duration { base.uptime() }

  func sleep(for duration: Duration) async throws(CancellationError) { try await base.sleep(for: duration) }

  /// How far the wall clock is behind the server's, in seconds; negative if it is ahead, and zero before the first
  /// response.
  var lag: Double {
    let (wall, uptime) = (base.now(), base.uptime())
    return state.withLock { $0.estimate.lag(of: wall, at: uptime) }
  }

  /// This machine's time and the estimate of the server's time at the same moment.
  var reading: ServerTimeReading {
    let wall = base.now()
    let estimate = state.withLock { $0.estimate }
    return estimate.reading(of: wall, at: base.uptime())
  }

  /// Sends the request and estimates the server's time from the `Date` of the response.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse {
    let sent = base.uptime()
    let response = try await next.send(request)
    learn(from: response, sent: sent)
    return response
  }

  private func learn(from response: TransportResponse, sent: Duration) {
    let (wall, received) = (base.now(), base.uptime())
    // A response with an `Age` above zero comes from a cache (RFC 9111 §5.1), and its `Date` is not the current time.
    guard response.headers["Age"].map({ $0 == "0" }) ?? true, let text = response.headers["Date"],
      let date = HTTPDate.decode(text, now: wall)
    else { return }
    let news = state.withLock { state -> Double? in
      let known = state.estimate
      state.estimate.observed(date, sent: sent, received: received)
      if state.estimate != known { changed() }
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
