import AuthCore

/// The flow of a small test vendor: it sends a code, verifies it, and opens a session. It is for tests of the behaviour
/// that all vendors share.
struct CodeFlow: FlowLogic {
  enum Effect: Sendable, Equatable {
    case send, verify(String), poll, goodbye
  }

  enum Outcome: Sendable {
    case sent(CodePrompt)
    case approval(ApprovalPrompt)
    case accepted(Session)
  }

  var prompt: Prompt?
  var context = PromptContext(traceID: "trc_1")
  var isSuspendable = false
  private(set) var isOver = false

  mutating func begin() -> FlowStep<Effect> { .perform(.send, .request) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch answer {
    case .code(let code):
      guard let prompt, case .enterCode(let wanted) = prompt, wanted.accepts(code) else {
        return .prompt(prompt ?? .unknown(type: "none"), context.failing(AuthError(.invalidCode, "Not a code.")))
      }
      return .perform(.verify(code.revealText()), .request)
    case .resend: return .perform(.send, .request)
    case .poll: return .perform(.poll, .polling)
    default: return .failed(AuthError(.internalError, "An answer that the prompt does not allow reached the logic."))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch result {
    case .success(.sent(let code)): return show(.enterCode(code))
    case .success(.approval(let approval)): return show(.awaitApproval(approval))
    case .success(.accepted(let session)): return .completed(.session(session, isNewUser: false))
    case .failure(let error) where error.recovery == .retryInput || error.recovery == .retryRequest:
      guard let prompt else { return .failed(error) }
      return .prompt(prompt, context.failing(error))
    case .failure(let error): return .failed(error)
    }
  }

  var cancellation: Effect? { .goodbye }
  mutating func ended() { isOver = true }
  var suspended: JSONValue? { isSuspendable ? ["step": "code"] : nil }

  private mutating func show(_ prompt: Prompt) -> FlowStep<Effect> {
    self.prompt = prompt
    return .prompt(prompt, context.cleared)
  }
}

extension CodeFlow.Outcome {
  static let code = CodeFlow.Outcome.sent(
    CodePrompt(destination: "j***@example.com", channel: .email, length: 6, format: .numeric))
}
