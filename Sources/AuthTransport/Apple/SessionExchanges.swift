#if canImport(Darwin)
  import AuthCore
  import Foundation

  /// The exchanges in progress on one `URLSession`, by task identifier.
  final class SessionExchanges: Sendable {
    typealias Outcome = Result<TransportResponse, AuthError>

    private struct Pending {
      let exchange: Exchange
      let continuation: CheckedContinuation<Outcome, Never>
      var response: TransportResponse?
      var isTooLarge = false
      var refusal: AuthError?
    }

    private struct State {
      var pending: [Int: Pending] = [:]
      /// Tasks that were cancelled, and ended, before their exchange began.
      var endedEarly: Set<Int> = []
    }

    let trust: ServerTrust
    private let state = Locked(State())

    init(trust: ServerTrust) { self.trust = trust }

    func begin(_ id: Int, _ exchange: Exchange, _ continuation: CheckedContinuation<Outcome, Never>) {
      let hasEnded = state.withLock { state in
        state.pending[id] = Pending(exchange: exchange, continuation: continuation)
        return state.endedEarly.remove(id) != nil
      }
      if hasEnded { finish(id, URLError(.cancelled)) }
    }

    /// Receives the head of a response.
    func receive(_ id: Int, status: Int, headers: HTTPHeaders) {
      state.withLock { $0.pending[id]?.response = TransportResponse(status: status, headers: headers) }
    }

    /// Receives a piece of the body. Returns false when the body is too large, or the exchange has ended.
    func receive(_ id: Int, _ bytes: [UInt8]) -> Bool {
      state.withLock { state in
        guard let limit = state.pending[id]?.exchange.responseSizeLimit else { return false }
        guard (state.pending[id]?.response?.body.count ?? 0) + bytes.count <= limit else {
          state.pending[id]?.isTooLarge = true
          return false
        }
        state.pending[id]?.response?.body += bytes
        return true
      }
    }

    /// Records why the server's certificate was refused.
    func refuse(_ id: Int, _ error: AuthError) {
      state.withLock { $0.pending[id]?.refusal = error }
    }

    /// Ends an exchange. `error` is URLSession's error, if there is one.
    func finish(_ id: Int, _ error: URLError?) {
      let ended = state.withLock { state -> Pending? in
        let entry = state.pending.removeValue(forKey: id)
        if entry == nil { state.endedEarly.insert(id) }
        return entry
      }
      guard let entry = ended else { return }
      let origin = entry.exchange.origin
      let outcome: Outcome
      if entry.isTooLarge {
        let limit = entry.exchange.responseSizeLimit
        outcome = .failure(
          AuthError(
            .responseTooLarge,
            "The response from \(origin) is larger than \(limit) bytes. Check the address, or raise "
              + "responseSizeLimit."))
      } else if let refusal = entry.refusal {
        outcome = .failure(refusal)
      } else if let error {
        outcome = .failure(SessionFailure.error(error.code, origin: origin))
      } else if let response = entry.response {
        outcome = .success(response)
      } else {
        outcome = .failure(
          AuthError(.malformedResponse, "\(origin) sent a response that is not HTTP. Check the address."))
      }
      entry.continuation.resume(returning: outcome)
    }
  }
#endif
