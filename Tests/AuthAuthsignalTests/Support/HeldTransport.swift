import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport that delays the responses to one path until a test releases them.
struct HeldTransport: HTTPTransport {
  let next: any HTTPTransport
  let gate: Gate
  let path: String

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let response = try await next.send(request)
    if request.url.path.hasSuffix(path) { await gate.wait() }
    return response
  }
}

/// A gate that a test opens.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var isReached = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Waits until the gate is open, even if the task is cancelled.
  func wait() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        defer { state.watchers = [] }
        state.isReached = true
        if !state.isOpen { state.waiters.append(continuation) }
        return (state.isOpen, state.watchers)
      }
      for watcher in watchers { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until a call has reached the gate.
  func reached() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if !state.isReached { state.watchers.append(continuation) }
        return state.isReached
      }
      if isReached { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      state.isOpen = true
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
