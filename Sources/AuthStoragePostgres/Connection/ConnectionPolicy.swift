/// Decides when a pool opens connections, and how long it waits after a failure.
struct ConnectionPolicy: Sendable {
  /// The maximum number of connections.
  let limit: Int
  /// The number of failed attempts since the last success; at most 16.
  private(set) var failures = 0
  /// The earliest time of the next attempt to connect.
  private(set) var notBefore: Duration = .zero

  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(3)

  init(limit: Int) { self.limit = limit }

  /// Returns the number of connections to open now.
  ///
  /// - Parameters:
  ///   - waiting: the number of statements without a connection.
  ///   - opening: the number of connections that are being opened.
  ///   - open: the number of all connections, including those that are being opened.
  ///   - now: the current time.
  func wanted(waiting: Int, opening: Int, open: Int, now: Duration) -> Int {
    guard now >= notBefore else { return 0 }
    // After a failure, a single attempt shows whether the server is available again.
    let most = failures > 0 ? 1 - opening : limit - open
    return max(0, min(waiting - opening, most))
  }

  /// Notes a successful attempt to connect.
  mutating func connected() {
    failures = 0
    notBefore = .zero
  }

  /// Notes a failed attempt to connect, and delays the next attempt.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - fraction: a random number in 0..<1, so that the hosts do not all reconnect at the same time.
  mutating func failed(now: Duration, fraction: Double) {
    failures = min(failures + 1, 16)
    let delay = min(Self.first * (1 << min(failures - 1, 6)), Self.longest)
    notBefore = now + delay * (0.5 + fraction / 2)
  }
}
