import AuthCore
import AuthStorage
import AuthTesting

/// A flow that asks for `123456` and ends in a proof.
struct CodedFlow: FlowLogic, FlowPerformer {
  enum Effect: Sendable { case send, verify(Secret) }
  enum Outcome: Sendable { case sent, verified }

  private var prompt: Prompt { .enterCode(CodePrompt(destination: "j***@example.com")) }

  mutating func begin() -> FlowStep<Effect> { .perform(.send, .request) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    if case .code(let code) = answer { .perform(.verify(code), .request) } else { .perform(.send, .request) }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch result {
    case .success(.sent): .prompt(prompt, PromptContext())
    case .success(.verified): .completed(.proof(ActionProof(token: Secret("t"), action: nil)))
    case .failure(let error): .prompt(prompt, PromptContext().failing(error))
    }
  }

  func perform(_ effect: Effect) async throws(AuthError) -> Outcome {
    switch effect {
    case .send: return .sent
    case .verify(let code):
      guard code == Secret("123456") else { throw AuthError(.invalidCode, "Wrong.") }
      return .verified
    }
  }
}

extension AuthFlow {
  static func coded() -> AuthFlow {
    let services = ProviderServices(
      transport: ScriptedTransport([]), keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(),
      clock: ManualClock())
    return AuthFlow(
      providerID: "fake", purpose: .signIn, logic: CodedFlow(), performer: CodedFlow(), services: services)
  }
}
