import AuthCore
import Synchronization

/// A vendor that responds only after `open()`.
final class Gate: HTTPTransport {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  var waiting: Int { state.withLock { $0.waiting.count } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    return TransportResponse(status: 204)
  }
}
