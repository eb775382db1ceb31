import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The connection to the server. It records every request, so that a law can check what the provider sent, and a law
/// can interfere with a request.
final class ConformanceWire: HTTPTransport {
  /// The handling of a request that does not pass unchanged.
  enum Interference: Sendable {
    /// The request does not arrive, and fails with this error.
    case fail(AuthError)
    /// The request does not arrive, and gets this response.
    case answer(TransportResponse)
    /// The request arrives; the response is changed on the way back.
    case change(@Sendable (TransportResponse) -> TransportResponse)
    /// The request arrives; the response is lost.
    case loseAnswer
    /// The request arrives; the response waits until the door opens, even if the caller is cancelled.
    case hold(Door)
    /// The request does not arrive and gets no response; it fails when its task is cancelled.
    case hang
  }

  /// Returns the interference for a request; nil lets the request pass. The number counts the requests since the rule
  /// was set, from 0.
  typealias Rule = @Sendable (TransportRequest, Int) -> Interference?

  private struct State {
    var requests: [TransportRequest] = []
    var responses = 0
    var rule: Rule?
    var counted = 0
    var isClosed = false
    var hanging: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextHanging: UInt64 = 0
  }

  private let next: any HTTPTransport
  private let clock: any AuthClock
  private let state = Locked(State())

  init(to next: any HTTPTransport, clock: any AuthClock) {
    self.next = next
    self.clock = clock
  }

  /// Every request so far, including those that never arrived.
  var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Returns the path of the request with a number, for messages.
  func path(_ number: Int) -> String {
    let requests = requests
    return requests.indices.contains(number) ? requests[number].url.path : "request \(number)"
  }

  /// How many requests and responses there were so far, to detect progress.
  var activity: Int { state.withLock { $0.requests.count + $0.responses } }

  /// Returns the requests after the first `count`.
  func requests(since count: Int) -> [TransportRequest] { Array(requests.dropFirst(count)) }

  /// Sets the rule for later requests; nil removes the rule.
  func interfere(_ rule: Rule?) {
    state.withLock { state in
      state.rule = rule
      state.counted = 0
    }
  }

  /// Releases every request that hangs.
  func close() {
    let hanging = state.withLock { state in
      defer { state.hanging = [:] }
      state.isClosed = true
      return Array(state.hanging.values)
    }
    for continuation in hanging { continuation.resume() }
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let (rule, number) = state.withLock { state in
      state.requests.append(request)
      defer { state.counted += 1 }
      return (state.rule, state.counted)
    }
    defer { state.withLock { $0.responses += 1 } }
    switch rule?(request, number) {
    case nil: return try await pass(request)
    case .fail(let error): throw error
    case .answer(let response): return dated(response)
    case .change(let change): return change(try await pass(request))
    case .loseAnswer:
      _ = try await pass(request)
      throw AuthError(.network, "The connection was closed before the response arrived.")
    case .hold(let door):
      // The request is sent in a separate task, because a cancelled caller must not cancel a response that is already
      // on its way.
      let answer = Task.detached { [self] () -> Result<TransportResponse, AuthError> in
        do throws(AuthError) { return .success(try await pass(request)) } catch { return .failure(error) }
      }
      let response = await answer.value
      await door.wait()
      return try response.get()
    case .hang:
      await hang()
      throw .cancelled
    }
  }

  private func pass(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    dated(try await next.send(request))
  }

  /// Adds the `Date` header if a test double omits it: servers send their time (RFC 9110 §6.6.1).
  private func dated(_ response: TransportResponse) -> TransportResponse {
    var response = response
    if response.headers["Date"] == nil { response.headers["Date"] = HTTPDate.encode(clock.now()) }
    return response
  }

  private func hang() async {
    let id = state.withLock { state in
      state.nextHanging += 1
      return state.nextHanging
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isClosed { return true }
          state.hanging[id] = continuation
          return false
        }
        if isOver { continuation.resume() } else if Task.isCancelled { release(id) }
      }
    } onCancel: {
      release(id)
    }
  }

  private func release(_ id: UInt64) {
    state.withLock { $0.hanging.removeValue(forKey: id) }?.resume()
  }
}
