import AuthCore

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

  // CHANGE ME 5: the phases of your vendor's ceremony; effects and outcomes follow from them. `CodeCeremony` handles a
  // one-time code completely: the prompts for the address and the code, a resend, and wrong codes. For a password or a
  // second factor, add a phase for the prompt, and one for each outcome that the flow waits for.
  private enum Phase: Sendable {
    case new
    case code(CodeCeremony<__Name__Code>)
    case ended
  }

  private var phase = Phase.new
  private let request: FlowRequest

  init(_ request: FlowRequest) { self.request = request }

  mutating func begin() -> FlowStep<Effect> {
    // A resumed flow shows its prompt again, and sends nothing.
    if case .code(var ceremony) = phase, let code = ceremony.prompting {
      return follow(ceremony.prompt(code), of: ceremony)
    }
    switch request.purpose {
    case .signIn, .signUp: break
    case .enroll, .stepUp, .link, .manage:
      return fail(AuthError(.unsupported, "__Name__ has no flow for '\(request.purpose.name)'."))
    }
    // With more than one method: begin with the one that `request.method` names, or else with the preferred one.
    var ceremony = CodeCeremony<__Name__Code>()
    return follow(ceremony.begin(request.identifier, method: .emailOTP), of: ceremony)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    guard case .code(var ceremony) = phase else { return .failed(.misplaced(answer)) }
    return follow(ceremony.answered(answer), of: ceremony)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    guard case .code(var ceremony) = phase else { return .failed(.misplacedOutcome) }
    switch result {
    case .success(.codeSent(let pending)): return follow(ceremony.sent { $0.pending = pending }, of: ceremony)
    case .success(.signedIn(let session, let isNewUser)):
      phase = .ended
      return .completed(.session(session, isNewUser: isNewUser))
    case .success(.forgotten): return .failed(.misplacedOutcome)
    case .failure(let error):
      let isSending = ceremony.sending != nil
      return follow(isSending ? ceremony.notSent(error, method: .emailOTP) : ceremony.refused(error), of: ceremony)
    }
  }

  /// The effect that withdraws the code at the vendor after the user has cancelled; nil if the vendor has sent no code.
  /// The client waits at most two seconds for the effect.
  var cancellation: Effect? {
    guard case .code(let ceremony) = phase else { return nil }
    let code = ceremony.sending ?? ceremony.prompting ?? ceremony.verifying
    return code?.pending.map { .forget($0) }
  }

  /// Converts a step of the ceremony to a step of the flow, and adds the vendor's requests.
  private mutating func follow(
    _ step: CodeCeremony<__Name__Code>.Step, of ceremony: CodeCeremony<__Name__Code>
  ) -> FlowStep<Effect> {
    phase = .code(ceremony)
    switch step {
    case .prompt(let prompt, let context): return .prompt(prompt, context)
    case .contact(let contact):
      var ceremony = ceremony
      return follow(ceremony.send(__Name__Code(email: contact.value)), of: ceremony)
    case .send(let code): return .perform(.sendCode(to: code.email), .request)
    case .verify(let text, let code):
      guard let pending = code.pending else { return fail(.misplacedOutcome) }
      return .perform(.signIn(text, pending), .request)
    case .failed(let error): return fail(error)
    }
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}

extension __Name__Flow {
  /// The state that another process needs to continue from the prompt. The client stores it in a sealed record, and
  /// passes it to `resume(_:)` once. nil unless the prompt for the code is shown: a request in progress must not be
  /// sent again.
  var suspended: JSONValue? {
    guard case .code(let ceremony) = phase, let pending = ceremony.prompting?.pending else { return nil }
    return ["v": 1, "code": pending.json]
  }

  /// Restores the flow that wrote `suspended`, with the request that started it; nil if the state cannot be read.
  init?(resuming suspended: SuspendedFlow) {
    let state = suspended.state
    guard state["v"]?.integerValue == 1, let pending = state["code"].flatMap({ PendingCode(json: $0) }) else {
      return nil
    }
    self.init(suspended.request)
    var ceremony = CodeCeremony<__Name__Code>()
    _ = ceremony.prompt(__Name__Code(email: pending.email, pending: pending))
    phase = .code(ceremony)
  }
}
