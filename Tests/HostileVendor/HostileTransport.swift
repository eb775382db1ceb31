import AuthCore
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport whose server returns nonsense in place of one response. The nonsense comes from a real socket through
/// the system's transport. The honest server has received the request before.
final class HostileTransport: HTTPTransport {
  private struct State {
    var isCounting = false
    var count = 0
    var hits = 0
    var requests: [String] = []
  }

  private let next: any HTTPTransport
  private let wire: any HTTPTransport
  private let server: NonsenseServer
  private let attack: (index: Int, nonsense: Nonsense)?
  private let state = Locked(State())

  /// - Parameters:
  ///   - next: the transport to the honest server.
  ///   - wire: the system's transport.
  ///   - server: the hostile server.
  ///   - attack: the response that is replaced, counted from the first call of `begin()`; nil for none.
  init(
    _ next: any HTTPTransport, wire: any HTTPTransport, server: NonsenseServer,
    attack: (index: Int, nonsense: Nonsense)?
  ) {
    (self.next, self.wire, self.server, self.attack) = (next, wire, server, attack)
  }

  /// Begins to count responses.
  func begin() { state.withLock { $0.isCounting = true } }

  /// Stops: every later response is honest. Returns whether it was counting.
  @discardableResult
  func pause() -> Bool {
    state.withLock { state in
      defer { state.isCounting = false }
      return state.isCounting
    }
  }

  /// The counted requests, as method and path.
  var requests: [String] { state.withLock { $0.requests } }

  /// Whether the response was replaced.
  var wasHit: Bool { state.withLock { $0.hits > 0 } }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let index = state.withLock { state -> Int? in
      guard state.isCounting else { return nil }
      defer { state.count += 1 }
      state.requests.append("\(request.method) \(request.url.path)")
      return state.count
    }
    let honest = try await next.send(request)
    guard let attack, index == attack.index else { return honest }
    state.withLock { $0.hits += 1 }
    var hostile = request
    let path = server.add(attack.nonsense.script(for: honest))
    guard let url = URL(string: "http://127.0.0.1:\(server.port)\(path)") else { return honest }
    hostile.url = url
    // The limits of a slow network would make the matrix slow; shorter ones are the same code.
    hostile.timeout = .milliseconds(400)
    return try await wire.send(hostile)
  }
}
