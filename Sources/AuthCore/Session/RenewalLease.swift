/// How long the claim on a renewal lasts, and how much of that time is left for requests.
///
/// A lease begins just before the claim is requested from the store, and its clock also runs while the machine sleeps.
/// The lease therefore ends before the store's own lease. Each request of the renewal is sent only while time is left
/// (`RenewalLease.current`). A process that was paused for longer than its lease therefore does not send a credential
/// that another holder may have sent in the meantime.
package struct RenewalLease: Sendable {
  /// The lease of the renewal that this task belongs to. It is a task-local value because the provider's code runs
  /// between the engine and the transport, and should not have to pass the lease on.
  @TaskLocal package static var current: RenewalLease?

  /// How long the claim lasts.
  let duration: Duration
  private let start: Duration
  private let clock: any AuthClock
  /// How long requests may take in total, counted from the start of the lease.
  private let usable: Duration

  /// Creates a lease that is about to be requested from the store. Its time starts at once.
  package init(_ duration: Duration, clock: any AuthClock) {
    self.init(duration, usable: duration - duration / 10, start: clock.uptime(), clock: clock)
  }

  private init(_ duration: Duration, usable: Duration, start: Duration, clock: any AuthClock) {
    self.duration = duration
    self.usable = usable
    self.start = start
    self.clock = clock
  }

  /// This lease with at most `rest` for requests, counted from the start of the lease; the unchanged lease for nil.
  func ending(within rest: Duration?) -> RenewalLease {
    RenewalLease(duration, usable: min(usable, rest ?? usable), start: start, clock: clock)
  }

  /// How long requests may still take; zero or negative if no request may be sent any more. The last tenth of the lease
  /// is reserved for the store's response and for the differences between the clocks.
  package var left: Duration { usable - (clock.uptime() - start) }

  /// The duration of the lease that is requested from the store: 20 seconds; with a replay window, half of the window,
  /// but at least 4 and at most 20 seconds.
  ///
  /// If a host fails, its session cannot be renewed until the lease ends. Another host can use the credential again
  /// only within the replay window, so at least half of the window should remain. Less than 4 seconds would not be
  /// enough for a request.
  static func duration(for replay: CredentialReplay) -> Duration {
    guard replay != .none else { return longest }
    return min(max(replay.window / 2, shortest), longest)
  }

  private static let longest = Duration.seconds(20)
  private static let shortest = Duration.seconds(4)

  /// Checks that a request may still be sent.
  ///
  /// - Throws: `store_locked` when no time is left for a request.
  func check() throws(AuthError) {
    guard left <= .zero else { return }
    throw AuthError(
      .storeLocked,
      "The time for this renewal ran out, because this host was paused, or because this host or the vendor was slow. "
        + "The renewal's next request was not sent. Try again.")
  }
}

/// Sends the requests of a renewal only during its lease.
struct RenewalLeaseMiddleware: HTTPMiddleware {
  func intercept(
    _ request: TransportRequest, next: any HTTPTransport
  ) async throws(AuthError) -> TransportResponse {
    try RenewalLease.current?.check()
    return try await next.send(request)
  }
}
