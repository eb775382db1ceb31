import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of a sign-in with a code, without I/O.
struct AcmeFlow: FlowLogic {
  enum Effect: Sendable {
    case sendCode(String)
    case signIn(Secret, flow: String)
    case enrol(Secret, flow: String)
    case forget(String)
  }

  enum Outcome: Sendable {
    case codeSent(flow: String, resendAt: Date)
    case signedIn(Session)
    case enrolled(Credential)
    case forgotten
  }

  private enum Phase: Sendable {
    case new
    case asking
    case sending(String, again: CodePrompt?)
    case prompting(String, flow: String, CodePrompt)
    case submitting(String, flow: String, CodePrompt)
    case ended
  }

  private let request: FlowRequest
  private let methods: [MethodID]
  private let flaw: AcmeFlaw
  private var phase = Phase.new
  private var context = PromptContext(stepID: "code")
  private var flow = ""
  private var fault: AuthError?

  private let way: AcmeWay

  init(_ request: FlowRequest, methods: [MethodID], flaw: AcmeFlaw, way: AcmeWay) {
    self.request = request
    let isSwapped = flaw == .swapsMethods && request.method != nil
    self.way = way.way(by: isSwapped ? way.methods.first { $0 != request.method } : request.method)
    self.methods = methods
    self.flaw = flaw
  }

  /// Continues a flow from a suspended state; nil for a state in another format.
  init?(resuming suspended: SuspendedFlow, flaw: AcmeFlaw, way: AcmeWay) {
    let state = suspended.state
    guard let email = state["email"]?.stringValue, let flow = state["flow"]?.stringValue,
      let resend = state["resend_at"]?.numberValue
    else { return nil }
    let request = flaw == .forgetsPurpose ? FlowRequest(identifier: email) : suspended.request
    self.init(request, methods: [], flaw: flaw, way: way)
    self.flow = flow
    phase = .prompting(email, flow: flow, Self.prompt(email, Date(timeIntervalSince1970: resend)))
  }

  mutating func begin() -> FlowStep<Effect> {
    if case .prompting(_, _, let prompt) = phase { return show(prompt, context) }
    guard [.signIn, .signUp, .enroll(.emailOTP)].contains(request.purpose) || flaw == .anyPurpose else {
      return fail(AuthError(.unsupported, "Acme does not offer '\(request.purpose.name)'."))
    }
    let usable = way.methods + (flaw == .ignoresMethod ? ["pass_phrase"] : [])
    if let method = request.method, !usable.contains(method), flaw != .anyMethod {
      return fail(AuthError(.methodNotAvailable, "'\(method)' is not offered here."))
    }
    guard let email = request.identifier else { return ask(nil) }
    return send(email, again: nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking, .email(let email)): return send(email, again: nil)
    case (.prompting(let email, let flow, let prompt), .code(let code)):
      return submit(code, email, flow, prompt)
    case (.prompting(let email, let flow, let prompt), .fields(let fields)):
      return submit(fields["password"] ?? Secret(""), email, flow, prompt)
    case (.prompting(let email, let flow, let prompt), .callback(let url)):
      return follow(url, email, flow, prompt)
    case (.prompting(let email, _, let prompt), .resend):
      if flaw == .resendsNothing { return show(prompt, context.cleared) }
      return send(email, again: prompt)
    case _ where flaw == .takesAnyAnswer: return send("jane@example.com", again: nil)
    default: return fail(AuthError(.internalError, "\(answer.name) was received without its prompt."))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.sending(let email, _), .success(.codeSent(let flow, let resendAt))):
      self.flow = flow
      let prompt = Self.prompt(email, resendAt)
      phase = .prompting(email, flow: flow, prompt)
      return show(prompt, context.cleared)
    case (.sending(let email, let again?), .failure(let error)) where Self.isCorrectable(error):
      phase = .prompting(email, flow: flow, again)
      return show(again, context.failing(error))
    case (.sending, .failure(let error)) where error.code == .invalidIdentifier: return ask(error)
    case (.submitting(let email, let flow, let prompt), .failure(let error)) where Self.isCorrectable(error):
      if flaw == .endsOnRefusal, error.code == .invalidCode {
        return fail(AuthError(.invalidCode, "The code is wrong.", recovery: .abort))
      }
      if flaw == .restartsOnWrongCode, error.code == .invalidCode {
        return fail(AuthError(.invalidCode, "The code is wrong.", recovery: .restart))
      }
      if flaw == .endsOnWrongCode, error.code == .invalidCode { return fail(error) }
      if flaw == .endsOnOutage, error.isTransient { return fail(error) }
      if flaw == .hidesRefusal, error.code == .invalidCode {
        phase = .prompting(email, flow: flow, prompt)
        return show(prompt, context)
      }
      if flaw == .stickyError { fault = error }
      phase = .prompting(email, flow: flow, prompt)
      return show(prompt, context.failing(error))
    case (.submitting, .success(.enrolled(let credential))):
      phase = .ended
      return .completed(.credential(credential))
    case (.submitting, .success(.signedIn(let session))):
      phase = .ended
      return .completed(.session(session, isNewUser: false))
    case (_, .failure(let error)): return fail(error)
    case (_, .success): return fail(AuthError(.internalError, "The outcome does not match its effect."))
    }
  }

  var cancellation: Effect? { flow.isEmpty ? nil : .forget(flow) }

  var suspended: JSONValue? {
    guard flaw != .neverSuspends, case .prompting(let email, let flow, let prompt) = phase else { return nil }
    let resend = prompt.resendAt?.timeIntervalSince1970 ?? 0
    let state: JSONObject = ["email": .string(email), "flow": .string(flow), "resend_at": .number(resend)]
    return .object(state)
  }

  private static func isCorrectable(_ error: AuthError) -> Bool {
    [.retryInput, .retryRequest].contains(error.recovery) || error.code == .rateLimited
  }

  private static func prompt(_ email: String, _ resendAt: Date) -> CodePrompt {
    CodePrompt(destination: email, channel: .email, length: 6, format: .numeric, resendAt: resendAt)
  }

  private mutating func ask(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    return .prompt(.enterEmail(EmailPrompt()), error.map { context.failing($0) } ?? context)
  }

  private mutating func send(_ email: String, again: CodePrompt?) -> FlowStep<Effect> {
    guard email.contains("@") || flaw == .sendsAnyAddress else {
      return ask(AuthError(.invalidIdentifier, "That is not an e-mail address."))
    }
    phase = .sending(email, again: again)
    return .perform(.sendCode(email), .request)
  }

  private mutating func submit(
    _ code: Secret, _ email: String, _ flow: String, _ prompt: CodePrompt
  ) -> FlowStep<Effect> {
    if flaw == .codeInContext || flaw == .passwordInContext {
      context.details = ["last": .string(code.revealText())]
    }
    if let fault { return show(prompt, context.failing(fault)) }
    guard prompt.accepts(code) || flaw == .sendsWrongForm else {
      let error = AuthError(way == .password ? .invalidPassword : .invalidCode, "It has six digits.")
      return flaw == .endsOnTypingError ? fail(error) : show(prompt, context.failing(error))
    }
    return perform(code, email, flow, prompt)
  }

  private mutating func perform(
    _ secret: Secret, _ email: String, _ flow: String, _ prompt: CodePrompt
  ) -> FlowStep<Effect> {
    phase = .submitting(email, flow: flow, prompt)
    if case .enroll = request.purpose, flaw != .enrolsIntoSession {
      return .perform(.enrol(secret, flow: flow), .request)
    }
    return .perform(.signIn(secret, flow: flow), .request)
  }

  private func show(_ prompt: CodePrompt, _ context: PromptContext) -> FlowStep<Effect> {
    switch way {
    case .code: return .prompt(.enterCode(prompt), context)
    case .password: return .prompt(.input([InputField(name: "password", label: "Password", kind: .password)]), context)
    case .link:
      guard let page = URL(string: "https://acme.example/look?flow=" + flow) else { return .failed(.misplacedOutcome) }
      return .prompt(.redirect(RedirectPrompt(url: page, callbackScheme: "acme")), context)
    }
  }

  /// Reads the callback of the link.
  private mutating func follow(
    _ url: URL, _ email: String, _ flow: String, _ prompt: CodePrompt
  ) -> FlowStep<Effect> {
    let fields = PercentEncoding.decodeForm(url.query() ?? "") ?? []
    let named = fields.first { $0.name == "flow" }?.value ?? ""
    let grant = fields.first { $0.name == "grant" }?.value ?? ""
    guard !grant.isEmpty, named == flow || flaw == .takesAnyCallback else {
      let message = flaw == .quotesCallbacks ? "\(url) is not one of ours." : "The link belongs to another sign-in."
      return show(prompt, context.failing(AuthError(.redirectMismatch, message, recovery: .retryInput)))
    }
    return perform(Secret(grant), email, named, prompt)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}

/// Performs the flow's effects.
struct AcmeFlowPerformer: FlowPerformer {
  let api: AcmeAPI
  let provider: AcmeProvider

  func perform(_ effect: AcmeFlow.Effect) async throws(AuthError) -> AcmeFlow.Outcome {
    let flaw = provider.configuration.flaw
    switch effect {
    case .sendCode(let email):
      let (flow, seconds) = try await api.sendCode(email)
      return .codeSent(flow: flow, resendAt: provider.services.clock.now().addingTimeInterval(seconds))
    case .signIn(let code, let flow):
      guard flaw == .answersAfterCancel else {
        return .signedIn(provider.session(try await api.signIn(code, flow: flow)))
      }
      // Ignores the cancellation of the flow.
      let late = Task.detached { [api] () async -> Result<AcmeAPI.SignedIn, AuthError> in
        do throws(AuthError) { return .success(try await api.signIn(code, flow: flow)) } catch {
          return .failure(error)
        }
      }
      return .signedIn(provider.session(try await late.value.get()))
    case .enrol(let code, let flow):
      try await api.enrol(code, flow: flow)
      return .enrolled(Credential(id: "credential-" + flow, method: .emailOTP))
    case .forget(let flow):
      if flaw == .hangsInCancel {
        await Task.detached { while true { try? await Task.sleep(for: .seconds(3600)) } }.value
      }
      try await api.forget(flow)
      return .forgotten
    }
  }
}
