#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One ceremony with one provider, from the first request to a result.
///
/// A flow is itself the sequence of its updates: any number of readers each get the latest value and all that follow,
/// and the sequence ends after `completed` or `failed`. It never throws; a failure is its last update. Releasing
/// the flow and every reader cancels it locally. A new attempt is a new flow.
public struct AuthFlow: AsyncSequence, Sendable {
  /// What a reader sees.
  public typealias Element = FlowUpdate
  /// A flow's sequence does not throw.
  public typealias Failure = Never

  private let handle: FlowHandle

  init(engine: any FlowEngine) { handle = FlowHandle(engine: engine) }

  /// A flow of a provider: its decisions, and what performs them.
  ///
  /// It begins when it is first read or answered; `AuthClient` begins its own at once.
  public init<Logic: FlowLogic, Performer: FlowPerformer>(
    providerID: ProviderID, purpose: FlowRequest.Purpose, logic: Logic, performer: Performer,
    services: ProviderServices
  ) where Performer.Effect == Logic.Effect, Performer.Outcome == Logic.Outcome {
    self.init(
      engine: FlowRunner(
        providerID: providerID, purpose: purpose, logic: logic, performer: performer, services: services))
  }

  /// A flow that failed before it began.
  public static func failed(_ error: AuthError, providerID: ProviderID) -> AuthFlow {
    AuthFlow(engine: DeferredFlow(providerID: providerID) { () throws(AuthError) in throw error })
  }

  /// The provider instance that it belongs to.
  public var providerID: ProviderID { handle.engine.providerID }

  /// The latest update.
  public var current: FlowUpdate { handle.engine.updates.latest }

  /// Seconds to add to this machine's time for the time by the provider's servers: the dates of prompts are by theirs,
  /// so a countdown on a machine whose clock is wrong is by it, too.
  public var clockCorrection: Double { handle.engine.clockCorrection }

  /// Chooses a method.
  public func select(method: MethodID) async throws(AuthError) { try await answer(.method(method)) }
  /// Chooses an account.
  public func select(account: String) async throws(AuthError) { try await answer(.account(account)) }
  /// Gives a code: what was sent, or what an authenticator app shows. A code that is refused, or has the wrong form,
  /// is no error here: the prompt comes again with `context.lastError`.
  public func submit(code: Secret) async throws(AuthError) { try await answer(.code(code)) }
  /// Gives a code; blanks around it do not count.
  public func submit(code: String) async throws(AuthError) {
    try await answer(.code(Secret(code.trimmingBlanks)))
  }
  /// Gives an e-mail address.
  public func submit(email: String) async throws(AuthError) { try await answer(.email(email.trimmingBlanks)) }
  /// Gives a phone number.
  public func submit(phone: String) async throws(AuthError) { try await answer(.phone(phone.trimmingBlanks)) }
  /// Gives the fields that were asked for, by name.
  public func submit(fields: [String: String]) async throws(AuthError) { try await answer(.fields(fields)) }
  /// Passes on the callback of a redirect.
  public func resume(callback: URL) async throws(AuthError) { try await answer(.callback(callback)) }
  /// Asks for a new code.
  ///
  /// - Throws: `invalid_state` with `retryAfter` while that is not allowed yet.
  public func resend() async throws(AuthError) { try await answer(.resend) }
  /// Asks now whether another device has decided.
  public func poll() async throws(AuthError) { try await answer(.poll) }

  /// Gives an answer as a value.
  ///
  /// - Throws: `invalid_state` for an answer to another prompt, `flow_busy` while the flow waits for the server; then
  ///   nothing was sent and nothing changed.
  public func answer(_ answer: FlowAnswer) async throws(AuthError) {
    handle.engine.begin()
    try await handle.engine.answer(answer)
  }

  /// Gives up, and tells the server in a bounded time.
  public func cancel() async { await handle.engine.cancel() }

  /// Cancels the flow locally, without a request to the server.
  public func reset() { handle.engine.reset() }

  /// Puts the flow away for another process to go on with; it ends here.
  ///
  /// - Throws: `unsupported` where the provider or the current prompt cannot be suspended.
  public func suspend() async throws(AuthError) -> FlowTicket { try await handle.engine.suspend() }

  /// Waits for the result of the flow, for a caller that renders no prompts.
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

  /// A reader, beginning with the latest update.
  public func makeAsyncIterator() -> Iterator {
    handle.engine.begin()
    return Iterator(handle: handle, position: handle.engine.updates.newest)
  }

  /// Reads the updates of a flow.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let handle: FlowHandle
    var position: Int

    /// The next update; nil after the last, or when the task is cancelled.
    public mutating func next() async -> FlowUpdate? {
      guard let update = await handle.engine.updates.entry(at: position) else { return nil }
      position += 1
      return update
    }
  }

  /// For the client: puts its last stage behind the provider's and begins.
  func begin(
    request: @escaping @Sendable () -> FlowRequest,
    completion: @escaping @Sendable (FlowResult) async throws(AuthError) -> FlowResult
  ) {
    handle.engine.attach(FlowCompletion(request: request, run: completion))
    handle.engine.begin()
  }

  /// The same for a flow that is never suspended.
  func begin(completion: @escaping @Sendable (FlowResult) async throws(AuthError) -> FlowResult) {
    begin(request: { FlowRequest(purpose: .signIn) }, completion: completion)
  }

  /// For a flow that forwards another one.
  var engine: any FlowEngine { handle.engine }
}

extension String {
  /// Without blanks at either end.
  package var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
