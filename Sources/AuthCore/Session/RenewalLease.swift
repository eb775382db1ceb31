/// How long the claim on a renewal lasts, and how much of that time is left for requests.
///
/// The lease begins just before the claim is requested from the store, and its clock includes sleep, so it ends before
/// the store's own lease. Each request of the renewal is sent only while enough time is left (`RenewalLease.current`).
/// A process that was paused for longer than its lease therefore does not send a credential that another holder may
/// have sent in the meantime.
package struct RenewalLease: Sendable {
  /// The lease of the renewal that this task belongs to. It is a task-local value because the provider's code runs
  /// between the engine and the transport: a provider cannot forget to pass on a value that it does not see.
  @TaskLocal package static var current: RenewalLease?

  /// How long the claim lasts.
  let duration: Duration
  private let start: Duration
  private let clock: any AuthClock
  /// For how long after the start requests may run.
  private let usable: Duration

  /// A lease that is about to be requested from the store. Its time starts at once.
  package init(_ duration: Duration, clock: any AuthClock) {
    self.init(duration, usable: duration - duration / 10, start: clock.uptime(), clock: clock)
  }

  private init(_ duration: Duration, usable: Duration, start: Duration, clock: any AuthClock) {
    self.duration = duration
    self.usable = usable
    self.start = start
    self.clock = clock
  }

  /// The same lease, with less time for requests.
  func ending(within rest: Duration?) -> RenewalLease {
    RenewalLease(duration, usable: min(usable, rest ?? usable), start: start, clock: clock)
  }

  /// How long requests may still take. A reserve of the lease covers the store's answer and the differences between the
  /// clocks.
  package var left: Duration { usable - (clock.uptime() - start) }

  /// How long a lease to request. A host that dies blocks its session for that long, and another host can use the
  /// credential again only within the replay window, so the lease takes at most half of the window. It lasts at least
  /// 4 seconds, even if that is more than half, because a request needs the time.
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
      "The claim on the session's renewal expired before the request was sent. Nothing was sent. Try again.")
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
