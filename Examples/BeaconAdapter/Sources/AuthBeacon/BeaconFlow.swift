import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of a sign-in, as a value without I/O. The app shows a number, the user confirms the number on a phone,
/// and the flow polls Beacon until the user has decided.
struct BeaconFlow: FlowLogic {
  enum Effect: Sendable, Equatable {
    case request(user: String?)
    case ask(PendingApproval)
    case withdraw(PendingApproval)
  }

  enum Outcome: Sendable {
    case requested(PendingApproval)
    /// The user has not decided yet.
    case undecided
    case approved(Session)
    case withdrawn
  }

  enum Phase: Sendable, Equatable {
    case new
    case requesting
    /// The prompt is shown. It stays while Beacon is polled, so polling needs no separate phase.
    case awaiting(PendingApproval)
    case ended
  }

  private(set) var phase = Phase.new
  private let request: FlowRequest

  init(_ request: FlowRequest) { self.request = request }

  mutating func begin() -> FlowStep<Effect> {
    if case .awaiting(let pending) = phase { return show(pending) }
    switch request.purpose {
    case .signIn, .signUp: break
    case .enroll, .stepUp, .link, .manage:
      return fail(AuthError(.unsupported, "Beacon has no flow for '\(request.purpose.name)'."))
    }
    phase = .requesting
    return .perform(.request(user: request.identifier), .request)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    // `poll` arrives every `pollInterval` while the prompt is shown.
    guard case .awaiting(let pending) = phase, case .poll = answer else { return .failed(.misplaced(answer)) }
    return .perform(.ask(pending), .polling)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.requesting, .success(.requested(let pending))): return show(pending)
    // The same prompt with the same context publishes nothing; the next poll comes after the interval.
    case (.awaiting(let pending), .success(.undecided)): return show(pending)
    case (.awaiting, .success(.approved(let session))):
      phase = .ended
      return .completed(.session(session, isNewUser: false))
    // The user may still approve: show a transient error and poll again.
    case (.awaiting(let pending), .failure(let error)) where error.isTransient: return show(pending, error)
    case (_, .failure(let error)): return fail(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  /// The effect that withdraws the request after the user has cancelled, so that the phone no longer shows it; nil
  /// unless the prompt is shown.
  var cancellation: Effect? {
    guard case .awaiting(let pending) = phase else { return nil }
    return .withdraw(pending)
  }

  private mutating func show(_ pending: PendingApproval, _ error: AuthError? = nil) -> FlowStep<Effect> {
    phase = .awaiting(pending)
    let context = PromptContext()
    return .prompt(.awaitApproval(pending.prompt), error.map { context.failing($0) } ?? context)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}

extension BeaconFlow {
  /// The state that another process needs to continue waiting.
  var suspended: JSONValue? {
    guard case .awaiting(let pending) = phase else { return nil }
    return ["v": 1, "approval": pending.json]
  }

  /// Restores the flow that wrote `suspended`, with the request that started it; nil if the state cannot be read.
  init?(resuming suspended: SuspendedFlow) {
    let state = suspended.state
    guard state["v"]?.integerValue == 1, let pending = state["approval"].flatMap({ PendingApproval(json: $0) }) else {
      return nil
    }
    self.init(suspended.request)
    phase = .awaiting(pending)
  }
}
