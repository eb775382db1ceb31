public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport without a network: a closure or a queue of expectations supplies the responses. It records every
/// request.
public final class ScriptedTransport: HTTPTransport {
  /// A function that responds to a request.
  public typealias Handler = @Sendable (TransportRequest) async throws(AuthError) -> TransportResponse

  private struct State {
    var requests: [TransportRequest] = []
    var queue: [ScriptedExchange] = []
  }

  private let state: Locked<State>
  private let handler: Handler?

  /// Creates a transport whose responses come from `handler`.
  public init(_ handler: @escaping Handler) {
    state = Locked(State())
    self.handler = handler
  }

  /// Creates a transport that expects these exchanges, in this order, and no others.
  public init(_ exchanges: [ScriptedExchange]) {
    state = Locked(State(queue: exchanges))
    handler = nil
  }

  /// Every request so far, including those that matched no expectation.
  public var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// How many exchanges are left in the queue. A request that does not match the next exchange also removes it.
  public var remaining: Int { state.withLock { $0.queue.count } }

  /// Adds an exchange to the end of the queue.
  public func expect(_ exchange: ScriptedExchange) { state.withLock { $0.queue.append(exchange) } }

  /// Returns the response of the handler or of the next exchange.
  ///
  /// - Throws: the error of the handler or of the exchange; `cancelled` if the task is cancelled; `internal` for a
  ///   request that the queue does not expect, so that no caller retries the request.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    if let handler {
      state.withLock { $0.requests.append(request) }
      return try await handler(request)
    }
    let next = state.withLock { state in
      state.requests.append(request)
      return state.queue.isEmpty ? nil : state.queue.removeFirst()
    }
    let name = "\(request.method) \(request.url.path)"
    guard let next else {
      throw AuthError(
        .internalError, "The script has no more exchanges, but \(name) was sent. Add an exchange for this request.")
    }
    if let mismatch = next.mismatch(with: request) {
      throw AuthError(.internalError, "The script expects \(next.summary), but \(name) was sent: \(mismatch).")
    }
    return try next.answer.get()
  }
}
