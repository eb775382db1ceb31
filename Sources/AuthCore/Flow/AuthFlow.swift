#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One ceremony with one provider, from the first request to a result.
///
/// A flow is an asynchronous sequence of updates. Each reader gets the latest update and all later ones; the sequence
/// ends after `completed` or `failed`. Reading never throws: a failure is the last update. When the flow and all of its
/// readers are released, the flow is cancelled locally. To try again, start a new flow.
public struct AuthFlow: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = FlowUpdate
  /// Reading does not throw.
  public typealias Failure = Never

  private let handle: FlowHandle

  /// Creates a flow that `engine` runs, and begins it at once.
  init(engine: any FlowEngine) {
    handle = FlowHandle(engine: engine)
    engine.begin()
  }

  /// Returns a flow that fails with `error` before it starts.
  static func failed(_ error: AuthError, providerID: ProviderID) -> AuthFlow {
    AuthFlow(engine: OpeningFlow(providerID: providerID) { (_) throws(AuthError) in throw error })
  }

  /// Creates a provider's flow without a client: its result is neither exchanged nor stored.
  package init(
    _ flow: ProviderFlow, providerID: ProviderID, request: FlowRequest = FlowRequest(), services: ProviderServices
  ) {
    self.init(engine: flow.engine(FlowSetting(providerID: providerID, request: request, services: services)))
  }

  /// The provider instance of the flow.
  public var providerID: ProviderID { handle.engine.providerID }

  /// The latest update.
  public var current: FlowUpdate { handle.engine.updates.latest }

  /// Seconds to add to this machine's time to get the time of the provider's servers. The dates in prompts use the
  /// servers' time, so add this to a countdown on a machine whose clock is wrong.
  public var clockCorrection: Double { handle.engine.clockCorrection }

  /// Chooses a method.
  public func select(method: MethodID) async throws(AuthError) { try await answer(.method(method)) }
  /// Chooses an account.
  public func select(account: String) async throws(AuthError) { try await answer(.account(account)) }
  /// Submits a code that was sent, or that an authenticator app shows. A wrong or malformed code does not throw: the
  /// prompt is shown again with `context.lastError`.
  public func submit(code: Secret) async throws(AuthError) { try await answer(.code(code)) }
  /// Submits a code after removing white space at both ends.
  public func submit(code: String) async throws(AuthError) {
    try await answer(.code(Secret(code.trimmingBlanks)))
  }
  /// Submits an e-mail address.
  public func submit(email: String) async throws(AuthError) { try await answer(.email(email.trimmingBlanks)) }
  /// Submits a phone number.
  public func submit(phone: String) async throws(AuthError) { try await answer(.phone(phone.trimmingBlanks)) }
  /// Submits the requested fields, by name.
  public func submit(fields: [String: Secret]) async throws(AuthError) { try await answer(.fields(fields)) }
  /// Submits the requested fields, by name, exactly as they were typed.
  public func submit(fields: [String: String]) async throws(AuthError) {
    try await answer(.fields(fields.mapValues { Secret($0) }))
  }
  /// Submits the signature that a `sign` prompt asks for, after removing white space at both ends.
  public func submit(signature: String) async throws(AuthError) {
    try await answer(.signature(Secret(signature.trimmingBlanks)))
  }
  /// Passes on the callback of a redirect.
  public func resume(callback: URL) async throws(AuthError) { try await answer(.callback(callback)) }
  /// Requests a new code.
  ///
  /// - Throws: `invalid_state` with `retryAfter` while no new code can be requested yet.
  public func resend() async throws(AuthError) { try await answer(.resend) }
  /// Asks the server now whether the user has decided on the other device.
  public func poll() async throws(AuthError) { try await answer(.poll) }

  /// Submits an answer as a value.
  ///
  /// - Throws: `invalid_state` for an answer to another prompt, `flow_busy` while the flow waits for the server. If it
  ///   throws, nothing was sent and nothing has changed.
  public func answer(_ answer: FlowAnswer) async throws(AuthError) {
    try await handle.engine.answer(answer)
  }

  /// Cancels the flow and notifies the server. Waits at most two seconds for the server.
  public func cancel() async { await handle.engine.cancel() }

  /// Cancels the flow locally, without a request to the server.
  public func reset() { handle.engine.reset() }

  /// Suspends the flow so that another process can resume it; this flow ends.
  ///
  /// - Throws: `unsupported` where the provider or the current prompt cannot be suspended.
  public func suspend() async throws(AuthError) -> FlowTicket { try await handle.engine.suspend() }

  /// Waits for the result of the flow, for a caller that renders no prompts.
  ///
  /// - Throws: the error of a failed flow; `cancelled` if the calling task is cancelled.
  public func result() async throws(AuthError) -> FlowResult {
    for await update in self {
      switch update {
      case .completed(let result): return result
      case .failed(let error): throw error
      case .idle, .working, .prompt: continue
      }
    }
    throw .cancelled
  }

  /// Returns a reader that starts with the latest update.
  public func makeAsyncIterator() -> Iterator {
    Iterator(handle: handle, position: handle.engine.updates.newest)
  }

  /// Reads the updates of a flow.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let handle: FlowHandle
    fileprivate var position: Int

    /// Returns the next update; nil after the last, or when the task is cancelled.
    public mutating func next() async -> FlowUpdate? {
      guard let update = await handle.engine.updates.entry(at: position) else { return nil }
      position += 1
      return update
    }
  }
}

/// The object that all copies of a flow and all of its readers share. When the last of them releases it, the flow is
/// cancelled locally.
private final class FlowHandle: Sendable {
  let engine: any FlowEngine
  init(engine: any FlowEngine) { self.engine = engine }
  deinit { engine.reset() }
}

extension String {
  /// The text without white space at either end.
  package var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
