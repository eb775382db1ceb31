/// When a pool opens connections, and how long it waits after a failure.
struct ConnectionPolicy: Sendable {
  /// The most connections.
  let limit: Int
  /// Set while the last attempts failed.
  private(set) var failures = 0
  /// Before this time no connection is opened.
  private(set) var notBefore: Duration = .zero

  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(3)

  init(limit: Int) { self.limit = limit }

  /// How many connections to open now.
  ///
  /// - Parameters:
  ///   - waiting: statements without a connection.
  ///   - opening: connections that are being made.
  ///   - open: all connections, those included.
  func wanted(waiting: Int, opening: Int, open: Int, now: Duration) -> Int {
    guard now >= notBefore else { return 0 }
    // After a failure one attempt shows whether the server is back.
    let most = failures > 0 ? 1 - opening : limit - open
    return max(0, min(waiting - opening, most))
  }

  mutating func connected() {
    failures = 0
    notBefore = .zero
  }

  /// - Parameter fraction: a random number in 0..<1, so that hosts do not come back all at once.
  mutating func failed(now: Duration, fraction: Double) {
    failures = min(failures + 1, 16)
    let delay = min(Self.first * (1 << min(failures - 1, 6)), Self.longest)
    notBefore = now + delay * (0.5 + fraction / 2)
  }
}
