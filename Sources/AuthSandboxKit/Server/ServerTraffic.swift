import AuthCore

/// The numbers of a server's requests in progress and of its suspended connections, and whether the server is stopping.
final class ServerTraffic: Sendable {
  struct Counts: Sendable {
    var underWay = 0
    var suspended = 0
    var isStopping = false
  }

  let sandbox: Sandbox
  let sockets = ServerSockets()
  private let counts = Locked(Counts())

  init(sandbox: Sandbox) { self.sandbox = sandbox }

  var isIdle: Bool { counts.withLock { $0.underWay == 0 } }
  var hasSuspended: Bool { counts.withLock { $0.suspended > 0 } }
  private var isStopping: Bool { counts.withLock { $0.isStopping } }

  func begin() { counts.withLock { $0.underWay += 1 } }
  func end() { counts.withLock { $0.underWay -= 1 } }
  func stop() { counts.withLock { $0.isStopping = true } }

  /// Fetches the key set that a request needs, and then calls `resume`.
  func prepare(_ request: PreparedRequest, resume: @escaping @Sendable () -> Void) {
    counts.withLock { $0.suspended += 1 }
    Task {
      await request.prepare(by: sandbox)
      resume()
      counts.withLock { $0.suspended -= 1 }
    }
  }

  /// Calls `resume` after `delay`, or soon after the server begins to stop.
  func hold(for delay: Duration, resume: @escaping @Sendable () -> Void) {
    counts.withLock { $0.suspended += 1 }
    Task {
      let end = ContinuousClock.now.advanced(by: delay)
      while !isStopping, ContinuousClock.now < end {
        let rest = ContinuousClock.now.duration(to: end)
        do { try await Task.sleep(for: min(rest, .milliseconds(20))) } catch { break }
      }
      resume()
      counts.withLock { $0.suspended -= 1 }
    }
  }
}
