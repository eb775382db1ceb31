/// How long the claim of a renewal lasts, and how much of that is left for requests.
///
/// It is counted from the moment before the store was asked, by a clock that includes sleep: the store's own lease ends
/// later. While a renewal runs, each of its requests is sent only while enough is left (`RenewalLease.current`). A
/// process that is paused longer than its lease then sends nothing that another holder has sent already.
package struct RenewalLease: Sendable {
  /// The lease of the renewal that this task belongs to. It is a task-local value because the provider stands between
  /// the engine and the transport, and must neither pass it on nor forget it.
  @TaskLocal package static var current: RenewalLease?

  /// How long the claim lasts.
  let duration: Duration
  private let start: Duration
  private let clock: any AuthClock
  /// How long after the start requests may take.
  private let usable: Duration

  /// A lease that is about to be asked for.
  init(_ duration: Duration, clock: any AuthClock) {
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

  /// How long requests may still take. What is kept back covers the store's answer and the differences of the clocks.
  var left: Duration { usable - (clock.uptime() - start) }

  /// The lease to ask for. A host that dies blocks its session that long; another host can use the credential again
  /// only in the replay window, so the lease takes at most half of it. It lasts at least 4 seconds, even
  /// if that is more than half: a request needs the time.
  static func duration(for replay: CredentialReplay) -> Duration {
    guard replay != .none else { return longest }
    return min(max(replay.window / 2, shortest), longest)
  }

  private static let longest = Duration.seconds(20)
  private static let shortest = Duration.seconds(4)

  /// - Throws: `store_locked` when too little is left to send a request.
  func check() throws(AuthError) {
    guard left <= .zero else { return }
    throw AuthError(
      .storeLocked,
      "The right to renew the session ended before the request was sent. Nothing was sent. Try again.")
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
