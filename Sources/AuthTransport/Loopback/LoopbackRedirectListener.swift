public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A listener on a loopback address that receives the redirect of an identity provider's page (RFC 8252 §7.3). It
/// accepts one callback, and then closes.
///
/// Pass `url` to the flow as its `redirectURL`, and answer its `redirect` prompt with the result of `callback(of:)`.
/// The provider must check the callback, because any process on this machine can send a request to the listener.
public final class LoopbackRedirectListener: Sendable {
  /// The loopback IP address to listen on. The name `localhost` could resolve to the address of another interface
  /// (RFC 8252 §8.3).
  public enum Host: String, Sendable, CaseIterable {
    /// 127.0.0.1
    case ipv4 = "127.0.0.1"
    /// [::1]
    case ipv6 = "[::1]"
  }

  /// The redirect address, without a query.
  public let url: URL

  private let authority: String
  private let path: String
  private let clock: any AuthClock
  private let state: Locked<State>

  private enum State {
    case open(LoopbackSocket)
    case waiting
    case closed
  }

  /// The polling interval. It is too short for the user to notice, and no thread is blocked between two polls.
  private static let tick = Duration.milliseconds(25)
  /// The time that a client has to send its request.
  private static let patience = Duration.seconds(10)
  /// The maximum number of clients at a time. The next client replaces the oldest one, so that clients that send
  /// nothing cannot keep the browser out.
  private static let maximumClientCount = 8

  /// Creates a listener and opens its port at once, so that no other process can take the port before the page is
  /// opened.
  ///
  /// - Parameters:
  ///   - host: the loopback IP address.
  ///   - port: the port; 0 selects a free port. Authorization servers must allow any port (RFC 8252 §7.3).
  ///   - path: the path, with its leading slash.
  ///   - clock: measures the time limits.
  /// - Throws: `invalid_request` for an invalid port or path, for a port that is in use or not permitted, or when the
  ///   system cannot open a socket.
  public init(
    host: Host = .ipv4, port: Int = 0, path: String = "/callback", clock: any AuthClock = SystemClock()
  ) throws(AuthError) {
    guard (0...65_535).contains(port) else {
      throw AuthError(
        .invalidRequest, "The port of a redirect listener must be from 0 to 65535; 0 selects a free port.")
    }
    guard path.hasPrefix("/"), path.utf8.allSatisfy(Self.isPathCharacter) else {
      throw AuthError(
        .invalidRequest, "The path of a redirect must begin with / and contain only letters, digits, / - . _ and ~.")
    }
    let socket = try LoopbackSocket.listening(host: host, port: UInt16(port))
    authority = "\(host.rawValue):\(socket.port)"
    guard let url = URL(string: "http://\(authority)\(path)") else {
      socket.close()
      throw AuthError(.invalidRequest, "The path of the redirect does not form a valid URL. Use another path.")
    }
    self.url = url
    self.path = path
    self.clock = clock
    state = Locked(.open(socket))
  }

  deinit { close() }

  /// Waits for the callback of a page. After the wait, the listener is closed, even if the wait ended with an error.
  ///
  /// If the page's URL has a `state` (RFC 6749 §4.1.1), only a callback with the same `state` ends the wait. Any other
  /// request gets an error response, and the wait continues: one with another path, method or `Host`, and one that a
  /// browser does not send as a top-level navigation.
  ///
  /// - Parameters:
  ///   - page: the URL of the `redirect` prompt.
  ///   - timeout: how long to wait.
  /// - Throws: `timeout` when no callback arrives in time; `cancelled` when the task is cancelled or the listener is
  ///   closed during the wait; `redirect_mismatch` when the callback is not a valid URL; `invalid_state` when the
  ///   listener was closed before, or another call waits for the callback.
  public func callback(of page: URL, timeout: Duration = .seconds(300)) async throws(AuthError) -> URL {
    try await callback(state: Self.field("state", of: page), timeout)
  }

  /// As `callback(of:timeout:)` for the prompt's page. The URL of a pushed request's page has no `state` (RFC 9126 §4);
  /// in that case, the state is that of the prompt.
  public func callback(
    of prompt: RedirectPrompt, timeout: Duration = .seconds(300)
  ) async throws(AuthError) -> URL {
    let isPushed = Self.field("request_uri", of: prompt.url) != nil
    return try await callback(
      state: Self.field("state", of: prompt.url) ?? (isPushed ? prompt.callbackState : nil), timeout)
  }

  private static func field(_ name: String, of page: URL) -> String? {
    let query = page.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return PercentEncoding.decodeForm(query)?.first { $0.name == name }?.value
  }

  /// Waits for a callback with any `state`, for a page that is not known. Otherwise as `callback(of:timeout:)`.
  public func callback(timeout: Duration = .seconds(300)) async throws(AuthError) -> URL {
    try await callback(state: nil, timeout)
  }

  private func callback(state expected: String?, _ timeout: Duration) async throws(AuthError) -> URL {
    let socket = state.withLock { state -> LoopbackSocket? in
      guard case .open(let socket) = state else { return nil }
      state = .waiting
      return socket
    }
    guard let socket else {
      throw AuthError(
        .invalidState, "The listener is closed, or another call is waiting for a callback. Create a new listener.")
    }
    var clients: [Client] = []
    defer {
      for client in clients { client.socket.close() }
      socket.close()
      state.withLock { $0 = .closed }
    }
    let deadline = clock.uptime() + timeout
    while true {
      if let target = serve(socket, expected, &clients) { return try hit(target) }
      guard clock.uptime() < deadline else {
        throw AuthError(
          .timeout,
          "The browser did not return from the page in time. Start again. If the page showed an error, register the "
            + "redirect URL at the identity provider.", recovery: .restart)
      }
      do throws(CancellationError) { try await clock.sleep(for: Self.tick) } catch { throw .cancelled }
      // `close()` also ends the wait.
      if case .closed = state.withLock({ $0 }) { throw .cancelled }
    }
  }

  /// Closes the listener. A call that waits for the callback throws `cancelled`.
  public func close() {
    let socket = state.withLock { state -> LoopbackSocket? in
      defer { state = .closed }
      if case .open(let socket) = state { return socket }
      return nil
    }
    socket?.close()
  }

  /// A client whose request is being read.
  private struct Client {
    let socket: LoopbackSocket
    var request: RedirectRequest
    let deadline: Duration
  }

  /// Reads the available bytes of all clients. Returns the target of the callback when a client has sent it.
  private func serve(_ listener: LoopbackSocket, _ expected: String?, _ clients: inout [Client]) -> String? {
    while let socket = listener.accepted() {
      if clients.count >= Self.maximumClientCount { clients.removeFirst().socket.close() }
      clients.append(
        Client(
          socket: socket, request: RedirectRequest(path: path, authority: authority, state: expected),
          deadline: clock.uptime() + Self.patience))
    }
    var waiting: [Client] = []
    var hit: String?
    for var client in clients {
      guard hit == nil else {
        // Another client sent the callback.
        client.socket.close()
        continue
      }
      switch client.request.read(from: client.socket) {
      case .incomplete where clock.uptime() < client.deadline: waiting.append(client)
      case .incomplete, .gone: client.socket.close()
      case .refused(let status): client.socket.finish(RedirectPage.refusal(status))
      case .hit(let target):
        client.socket.finish(RedirectPage.success)
        hit = target
      }
    }
    clients = waiting
    return hit
  }

  private func hit(_ target: String) throws(AuthError) -> URL {
    guard let url = URL(string: "http://\(authority)\(target)") else {
      throw AuthError(
        .redirectMismatch, "The callback is not a valid URL. Start the sign-in again.", recovery: .restart)
    }
    return url
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
    default: false
    }
  }
}
