import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of a sign-in, as a value: a number is shown, the user's phone is asked whether it is the same, and
/// Beacon is asked now and then whether the phone has answered.
struct BeaconFlow: FlowLogic {
  enum Effect: Sendable, Equatable {
    case request(user: String?)
    case ask(PendingApproval)
    case withdraw(PendingApproval)
  }

  enum Outcome: Sendable {
    case requested(PendingApproval)
    /// Nobody has decided yet.
    case undecided
    case approved(Session)
    case withdrawn
  }

  enum Phase: Sendable, Equatable {
    case new
    case requesting
    /// The prompt stands. It stays while Beacon is asked, so that there is no phase of its own for that.
    case awaiting(PendingApproval)
    case ended
  }

  private(set) var phase = Phase.new
  private let request: FlowRequest
  private let methods: [MethodID]

  init(_ request: FlowRequest, offering methods: [MethodID]) {
    self.request = request
    self.methods = methods
  }

  mutating func begin() -> FlowStep<Effect> {
    if case .awaiting(let pending) = phase { return show(pending) }
    switch request.purpose {
    case .signIn, .signUp: break
    case .enroll, .stepUp, .link, .manage:
      return fail(AuthError(.unsupported, "Beacon has no flow for '\(request.purpose.name)'."))
    }
    if let method = request.method, !methods.contains(method) {
      return fail(AuthError(.methodNotAvailable, "Beacon has no method '\(method)'."))
    }
    phase = .requesting
    return .perform(.request(user: request.identifier), .request)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    // `poll` comes by itself, every `pollInterval`, for as long as the prompt stands.
    guard case .awaiting(let pending) = phase, case .poll = answer else { return misplaced }
    return .perform(.ask(pending), .polling)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.requesting, .success(.requested(let pending))): return show(pending)
    // The same prompt with the same context shows nothing new; the next question is asked in its time.
    case (.awaiting(let pending), .success(.undecided)): return show(pending)
    case (.awaiting, .success(.approved(let session))):
      phase = .ended
      return .completed(.session(session, isNewUser: false))
    // The phone may still say yes: what passes is shown, and asked again.
    case (.awaiting(let pending), .failure(let error)) where error.isTransient: return show(pending, error)
    case (_, .failure(let error)): return fail(error)
    default: return misplaced
    }
  }

  /// The phone stops asking.
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

  private var misplaced: FlowStep<Effect> {
    .failed(AuthError(.internalError, "The flow got an answer that does not belong to its phase."))
  }
}

extension BeaconFlow {
  /// What another process needs to go on waiting.
  var suspended: JSONValue? {
    guard case .awaiting(let pending) = phase else { return nil }
    return ["v": 1, "approval": pending.json]
  }

  /// The flow that `suspended` was written by; nil for a state that is none.
  init?(resuming state: JSONValue) {
    guard state["v"]?.integerValue == 1, let pending = state["approval"].flatMap({ PendingApproval(json: $0) }) else {
      return nil
    }
    self.init(FlowRequest(), offering: [])
    phase = .awaiting(pending)
  }
}
