/// A server for an example: libmicrohttpd, by default on loopback, with one thread for each connection. In production,
/// put the backend behind your own server.
public final class HTTPServer: Sendable {
  /// Answers a request on the connection's thread. A route that waits for other servers returns `.later`.
  public typealias Handler = @Sendable (BackendRequest) -> BackendAnswer

  private let core: ServerCore
  private let daemon: Daemon

  /// The reason why a server could not start.
  public struct Failure: Error, CustomStringConvertible {
    /// A text for the user.
    public let description: String
  }

  /// Creates a server that listens, but does not answer yet.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free port.
  ///   - host: an IPv4 address of this machine. Other machines can reach any address except loopback.
  ///   - connectionLimit: the maximum number of open connections. A request on another one is answered with 503.
  /// - Throws: `Failure` if `host` is not an IPv4 address, or if the port or the address is not available.
  public convenience init(
    port: UInt16 = 0, address host: String = "127.0.0.1", connectionLimit: Int = 256
  ) throws(Failure) {
    try self.init(port: port, address: host, limits: ServerLimits(connections: connectionLimit))
  }

  init(port: UInt16 = 0, address host: String = "127.0.0.1", limits: ServerLimits) throws(Failure) {
    let core = ServerCore(limits: limits)
    guard let daemon = Daemon(core, port: port, host: host) else {
      throw Failure(
        description: "The server cannot listen on port \(port) of \(host). Choose another port, or 0 for any free "
          + "port, and an IPv4 address of this machine.")
    }
    self.core = core
    self.daemon = daemon
    DetachedThread.start { core.keep { daemon.end() } }
  }

  deinit { stop() }

  /// The port that the server listens on.
  public var port: UInt16 { daemon.port }

  /// The number of open connections, without those that are refused.
  public var connectionCount: Int { core.connectionCount }

  /// Serves until `stop()` was called and the requests in progress are answered; blocks the calling thread.
  public func run(answering handler: @escaping Handler) { core.serve(handler) }

  /// Serves with an asynchronous handler, as `run(answering:)` does; blocks the calling thread.
  public func run(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    run(answering: { request in .later { await handler(request) } })
  }

  /// Serves on a separate thread.
  public func start(answering handler: @escaping Handler) {
    DetachedThread.start { [self] in run(answering: handler) }
  }

  /// Serves with an asynchronous handler, on a separate thread.
  public func start(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    start(answering: { request in .later { await handler(request) } })
  }

  /// Accepts no further connection and no further request; requests in progress are still answered.
  public func stop() { core.stop { daemon.stopListening() } }

  /// Waits, after `stop()`, until all requests are answered and the connections are closed.
  ///
  /// - Returns: whether all connections were closed within `limit`; `false` also if the task is cancelled.
  public func drain(within limit: Duration) async -> Bool {
    let end = ContinuousClock.now + limit
    while core.connectionCount > 0 {
      guard ContinuousClock.now < end else { return false }
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
    }
    return true
  }
}
