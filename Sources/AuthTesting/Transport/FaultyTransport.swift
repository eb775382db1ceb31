public import AuthCore

/// A transport with planned faults. The first fault that matches a request and is not used up affects the request;
/// other requests pass unchanged.
public final class FaultyTransport: HTTPTransport {
  private struct State {
    var faults: [(fault: Fault, left: Int?)] = []
    var hits = 0
  }

  private let next: any HTTPTransport
  private let clock: any AuthClock
  private let state = Locked(State())

  /// Creates a transport around `next`; `clock` measures the delays.
  public init(around next: any HTTPTransport, clock: any AuthClock = SystemClock(), faults: [Fault] = []) {
    self.next = next
    self.clock = clock
    for fault in faults { add(fault) }
  }

  /// Adds a fault after the existing ones.
  public func add(_ fault: Fault) { state.withLock { $0.faults.append((fault, fault.times)) } }

  /// Removes all faults.
  public func heal() { state.withLock { $0.faults = [] } }

  /// How many requests were affected by a fault.
  public var hits: Int { state.withLock { $0.hits } }

  /// Sends the request through the next transport, unless a fault affects the request.
  ///
  /// - Throws: the error of the fault or of the next transport; `cancelled` if the task is cancelled during a delay.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    guard let kind = take(request) else { return try await next.send(request) }
    switch kind {
    case .dropRequest: throw AuthError(.network, "The connection was closed before the request arrived.")
    case .dropAnswer:
      _ = try await next.send(request)
      throw AuthError(.network, "The connection was closed before the response arrived.")
    case .delay(let duration):
      try await wait(duration)
      return try await next.send(request)
    case .delayAnswer(let duration):
      let response = try await next.send(request)
      try await wait(duration)
      return response
    case .status(let status, let headers): return TransportResponse(status: status, headers: headers)
    case .garbage:
      var response = try await next.send(request)
      response.body = Array("\u{0}<!garbage{".utf8) + [0xFF, 0xFE]
      return response
    case .truncate(let count):
      var response = try await next.send(request)
      response.body = Array(response.body.prefix(count))
      return response
    case .duplicate:
      _ = try await next.send(request)
      return try await next.send(request)
    case .fail(let error): throw error
    }
  }

  private func wait(_ duration: Duration) async throws(AuthError) {
    do throws(CancellationError) {
      try await clock.sleep(for: duration)
    } catch {
      throw .cancelled
    }
  }

  /// Returns the fault that affects the request, and counts the request; returns nil if no fault affects the request.
  private func take(_ request: TransportRequest) -> Fault.Kind? {
    let faults = state.withLock { $0.faults }
    guard let index = faults.firstIndex(where: { $0.left != 0 && $0.fault.matches(request) }) else { return nil }
    return state.withLock { state in
      guard state.faults.indices.contains(index), state.faults[index].left != 0 else { return nil }
      if let left = state.faults[index].left { state.faults[index].left = left - 1 }
      state.hits += 1
      return state.faults[index].fault.kind
    }
  }
}
