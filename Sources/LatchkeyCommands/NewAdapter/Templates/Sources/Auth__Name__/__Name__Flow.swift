import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of a sign-in, as a value: the next effect, the next prompt, the result.
///
/// It has no I/O, so that `__Name__FlowTests` can test every path as a table. The engine handles illegal answers,
/// cancellation and late outcomes: this value sees only answers that its last prompt allows.
struct __Name__Flow: FlowLogic {
  /// The requests to make; `__Name__FlowPerformer` makes them.
  enum Effect: Sendable, Equatable {
    case sendCode(to: String)
    case signIn(Secret, PendingCode)
    case forget(PendingCode)
  }

  /// The outcome of an effect.
  enum Outcome: Sendable {
    case codeSent(PendingCode)
    case signedIn(Session, isNewUser: Bool)
    case forgotten
  }

  // CHANGE ME 4: the phases of your vendor's ceremony. There is one for each prompt, and one for each outcome that the
  // flow waits for; effects and outcomes follow from them.
  enum Phase: Sendable, Equatable {
    case new
    case askingAddress
    /// A code is being sent; `shown` is the code whose prompt is shown meanwhile.
    case sending(to: String, shown: PendingCode?)
    case askingCode(PendingCode)
    case submitting(PendingCode)
    case ended
  }

  private(set) var phase: Phase
  private let request: FlowRequest
  private let methods: [MethodID]

  init(_ request: FlowRequest, offering methods: [MethodID]) {
    self.request = request
    self.methods = methods
    phase = .new
  }

  mutating func begin() -> FlowStep<Effect> {
    // A resumed flow shows its prompt again, and sends nothing.
    if case .askingCode(let pending) = phase { return ask(pending) }
    switch request.purpose {
    case .signIn, .signUp: break
    case .enroll, .stepUp, .link, .manage:
      return fail(AuthError(.unsupported, "__Name__ has no flow for '\(request.purpose.name)'."))
    }
    if let method = request.method, !methods.contains(method) {
      return fail(AuthError(.methodNotAvailable, "__Name__ has no method '\(method)'."))
    }
    guard let identifier = request.identifier else { return askAddress(nil) }
    return send(to: identifier)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.askingAddress, .email(let email)): return send(to: email)
    case (.askingCode(let pending), .code(let code)):
      // A code of the wrong length costs no attempt: it is refused here and nothing is sent.
      guard pending.prompt.accepts(code) else {
        return ask(pending, failing: AuthError(.invalidCode, "The code has \(PendingCode.length) digits."))
      }
      phase = .submitting(pending)
      return .perform(.signIn(code, pending), .request)
    case (.askingCode(let pending), .resend):
      phase = .sending(to: pending.email, shown: pending)
      return .perform(.sendCode(to: pending.email), .request)
    default: return .failed(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.sending, .success(.codeSent(let pending))): return ask(pending)
    case (.sending(_, shown: nil), .failure(let error)) where error.code == .invalidIdentifier: return askAddress(error)
    case (.sending(_, let shown?), .failure(let error)) where Self.isMendable(error): return ask(shown, failing: error)
    case (.submitting(let pending), .failure(let error)) where Self.isMendable(error):
      return ask(pending, failing: error)
    case (.submitting, .success(.signedIn(let session, let isNewUser))):
      phase = .ended
      return .completed(.session(session, isNewUser: isNewUser))
    case (_, .failure(let error)): return fail(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  /// The request that tells the vendor that the user cancelled; the client waits a bounded time for it.
  var cancellation: Effect? {
    switch phase {
    case .askingCode(let pending), .submitting(let pending), .sending(_, let pending?): .forget(pending)
    case .new, .askingAddress, .sending(_, nil), .ended: nil
    }
  }

  /// Whether the prompt can be shown again: the user retypes, requests a new code, or the network recovers.
  private static func isMendable(_ error: AuthError) -> Bool {
    switch error.recovery {
    case .retryInput, .retryRequest, .resend, .wait: true
    case .restart, .selectMethod, .signIn, .abort: false
    }
  }

  private mutating func send(to email: String) -> FlowStep<Effect> {
    guard let contact = Contact(email: email) else {
      return askAddress(AuthError(.invalidIdentifier, "The e-mail address is not valid."))
    }
    phase = .sending(to: contact.value, shown: nil)
    return .perform(.sendCode(to: contact.value), .request)
  }

  private mutating func askAddress(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .askingAddress
    return .prompt(.enterEmail(EmailPrompt()), PromptContext(lastError: error))
  }

  private mutating func ask(_ pending: PendingCode, failing error: AuthError? = nil) -> FlowStep<Effect> {
    phase = .askingCode(pending)
    let context = PromptContext(stepID: "code")
    return .prompt(.enterCode(pending.prompt), error.map { context.failing($0) } ?? context)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}

extension __Name__Flow {
  /// The state that another process needs to continue from the prompt. The client seals it into the records and returns
  /// it once. nil while the flow cannot be suspended: a code that is being sent must not be sent twice.
  var suspended: JSONValue? {
    guard case .askingCode(let pending) = phase else { return nil }
    return ["v": 1, "code": pending.json]
  }

  /// The flow that wrote `suspended`; nil for an invalid state.
  init?(resuming state: JSONValue) {
    guard state["v"]?.integerValue == 1, let pending = state["code"].flatMap({ PendingCode(json: $0) }) else {
      return nil
    }
    self.init(FlowRequest(identifier: pending.email), offering: [])
    phase = .askingCode(pending)
  }
}
