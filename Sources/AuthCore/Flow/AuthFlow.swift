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

  /// Seconds to add to this machine's time to get the time of the vendor's servers; 0 before a server has responded.
  /// The dates in prompts are in the servers' time, so a countdown to them must use the corrected time.
  public var clockCorrection: Double { handle.engine.clockCorrection }

  /// Chooses a method.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func select(method: MethodID) async throws(AuthError) { try await answer(.method(method)) }
  /// Chooses an account by its id.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func select(account: String) async throws(AuthError) { try await answer(.account(account)) }
  /// Submits a code that was sent, or that an authenticator app shows. A wrong or malformed code does not throw: the
  /// flow shows the prompt again with `context.lastError`, or fails.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(code: Secret) async throws(AuthError) { try await answer(.code(code)) }
  /// Submits a code after removing white space at both ends.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(code: String) async throws(AuthError) {
    try await answer(.code(Secret(code.trimmingBlanks)))
  }
  /// Submits an e-mail address after removing white space at both ends.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(email: String) async throws(AuthError) { try await answer(.email(email.trimmingBlanks)) }
  /// Submits a phone number after removing white space at both ends.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(phone: String) async throws(AuthError) { try await answer(.phone(phone.trimmingBlanks)) }
  /// Submits the requested fields, by name.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(fields: [String: Secret]) async throws(AuthError) { try await answer(.fields(fields)) }
  /// Submits the requested fields, by name, exactly as they were typed.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(fields: [String: String]) async throws(AuthError) {
    try await answer(.fields(fields.mapValues { Secret($0) }))
  }
  /// Submits the signature that a `sign` prompt asks for, after removing white space at both ends.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func submit(signature: String) async throws(AuthError) {
    try await answer(.signature(Secret(signature.trimmingBlanks)))
  }
  /// Submits the callback of a redirect: the URL with which the page returned to the app.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func resume(callback: URL) async throws(AuthError) { try await answer(.callback(callback)) }
  /// Requests a new code.
  ///
  /// - Throws: `invalid_state` with `retryAfter` before the prompt's `resendAt`; `invalid_state` without `retryAfter`
  ///   if the prompt asks for no code, or its code is not resendable; otherwise the errors of `answer(_:)`.
  public func resend() async throws(AuthError) { try await answer(.resend) }
  /// Asks the server now whether the user has decided on the other device. Does nothing while such a request is under
  /// way.
  ///
  /// - Throws: the errors of `answer(_:)`.
  public func poll() async throws(AuthError) { try await answer(.poll) }

  /// Submits an answer as a value.
  ///
  /// - Throws: `invalid_state` for an answer that the prompt does not allow, for a new code that is requested too
  ///   early, and after the end of the flow; `flow_busy` while the flow is prepared, waits for the server or is
  ///   suspended. If the function throws, nothing was sent and the flow has not changed.
  public func answer(_ answer: FlowAnswer) async throws(AuthError) {
    try await handle.engine.answer(answer)
  }

  /// Cancels the flow and, if the provider has a request for this, notifies the server. Waits at most two seconds for
  /// the server. Does nothing after the end of the flow.
  public func cancel() async { await handle.engine.cancel() }

  /// Cancels the flow locally, without a request to the server. Does nothing after the end of the flow.
  public func reset() { handle.engine.reset() }

  /// Suspends the flow, so that another process can resume it within at most an hour. This flow then ends with
  /// `cancelled`. If a poll is under way, waits for its response first.
  ///
  /// - Throws: `unsupported` if the provider or the current prompt does not support it; `flow_busy` while the flow is
  ///   prepared, waits for the server or is already being suspended; `invalid_state` after the end of the flow;
  ///   `cancelled` if the flow was cancelled in the meantime; or a storage code.
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

/// The object that all copies of a flow and all of its readers share. When the last copy or reader is released, the
/// flow is cancelled locally.
private final class FlowHandle: Sendable {
  let engine: any FlowEngine
  init(engine: any FlowEngine) { self.engine = engine }
  deinit { engine.reset() }
}

extension String {
  /// The text without the white space at its beginning and its end.
  package var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
