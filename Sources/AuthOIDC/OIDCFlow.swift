import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of a sign-in, as a value without I/O: the next effect, the prompt or the result.
struct OIDCFlow: FlowLogic {
  enum Effect: Sendable {
    /// Fetch the issuer's metadata and make a page for this flow.
    case prepare(redirectURL: URL)
    /// Exchange the code, only once.
    case redeem(Secret, PendingAuthorization)
    /// Request a code for another device.
    case requestDevice
    /// Ask whether the other device has decided.
    case poll(PendingDeviceAuthorization)
    /// Request tokens without a page: for a service itself, or in exchange for another session's token.
    case requestTokens
  }

  enum Outcome: Sendable {
    case prepared(PendingAuthorization)
    case device(PendingDeviceAuthorization)
    /// The user has not decided yet.
    case undecided(slower: Bool)
    case session(Session)
    /// The code is used, but there is no session. A second request would fail.
    case lost(AuthError)
  }

  enum Phase: Sendable {
    case new(Start)
    case working
    case awaitingCallback(PendingAuthorization)
    case awaitingDevice(PendingDeviceAuthorization)
    case done
  }

  enum Start: Sendable {
    case page(redirectURL: URL)
    case device
    case tokens
    case resumedPage(PendingAuthorization)
    case resumedDevice(PendingDeviceAuthorization)
  }

  private(set) var phase: Phase

  init(_ start: Start) { phase = .new(start) }

  mutating func begin() -> FlowStep<Effect> {
    guard case .new(let start) = phase else { return .failed(.misplacedOutcome) }
    switch start {
    case .page(let redirectURL):
      phase = .working
      return .perform(.prepare(redirectURL: redirectURL), .request)
    case .device:
      phase = .working
      return .perform(.requestDevice, .request)
    case .tokens:
      phase = .working
      return .perform(.requestTokens, .request)
    case .resumedPage(let pending): return show(pending)
    case .resumedDevice(let pending): return show(pending)
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.awaitingCallback(let pending), .callback(let url)):
      do throws(AuthorizationResponse.Failure) {
        let callback = try AuthorizationResponse(url, for: pending)
        // From here on nothing leads back to the prompt: the code is sent once.
        phase = .working
        return .perform(.redeem(callback.code, pending), .request)
      } catch {
        guard case .stray(let fault) = error else { return fail(error.error) }
        return show(pending, failing: fault)
      }
    case (.awaitingDevice(let pending), .poll): return .perform(.poll(pending), .polling)
    default: return .failed(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.working, .success(.prepared(let pending))): return show(pending)
    case (.working, .success(.device(let pending))): return show(pending)
    case (.working, .success(.session(let session))), (.awaitingDevice, .success(.session(let session))):
      phase = .done
      return .completed(.session(session, isNewUser: false))
    case (_, .success(.lost(let error))): return fail(error)
    case (.awaitingDevice(let pending), .success(.undecided(let isSlower))):
      return show(isSlower ? pending.slower : pending)
    case (.awaitingDevice(let pending), .failure(let error)) where error.isTransient:
      // RFC 8628 §3.5 requires slower polling after a timeout. The flow slows down after every transient error.
      return show(pending.slower, failing: error)
    case (_, .failure(let error)): return fail(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  private mutating func show(_ pending: PendingAuthorization, failing error: AuthError? = nil) -> FlowStep<Effect> {
    phase = .awaitingCallback(pending)
    return .prompt(pending.prompt, PromptContext(lastError: error))
  }

  private mutating func show(_ pending: PendingDeviceAuthorization, failing error: AuthError? = nil) -> FlowStep<Effect>
  {
    phase = .awaitingDevice(pending)
    return .prompt(pending.prompt, PromptContext(lastError: error))
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .done
    return .failed(error)
  }
}

extension OIDCFlow {
  /// The state that another process needs to continue from the prompt; nil unless a prompt is shown. The client stores
  /// the state in a sealed record, and removes the record before the flow continues, so that no code is redeemed twice.
  var suspended: JSONValue? {
    switch phase {
    case .awaitingCallback(let pending): ["v": 1, "page": pending.json]
    case .awaitingDevice(let pending): ["v": 1, "device": pending.json]
    case .new, .working, .done: nil
    }
  }

  /// Restores the flow that wrote `suspended`.
  ///
  /// - Throws: `store_corrupt` if the state cannot be read, and `flow_expired` if the flow is another
  ///   issuer's, because the configuration has changed in the meantime.
  init(resuming state: JSONValue, issuer: String) throws(AuthError) {
    let corrupt = AuthError(.storeCorrupt, "The suspended flow cannot be read. Start again.", recovery: .restart)
    guard state["v"]?.integerValue == 1 else { throw corrupt }
    if let page = state["page"] {
      guard let pending = PendingAuthorization(json: page) else { throw corrupt }
      guard pending.issuer == issuer else {
        throw AuthError(
          .flowExpired, "The suspended flow belongs to an issuer other than the configured one. Start again.")
      }
      self.init(.resumedPage(pending))
    } else {
      guard let pending = state["device"].flatMap({ PendingDeviceAuthorization(json: $0) }) else { throw corrupt }
      guard pending.issuer == issuer else {
        throw AuthError(
          .flowExpired, "The suspended flow belongs to an issuer other than the configured one. Start again.")
      }
      self.init(.resumedDevice(pending))
    }
  }
}
