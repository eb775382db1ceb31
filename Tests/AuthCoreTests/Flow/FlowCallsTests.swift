import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Each call of a flow passes the answer of the same name to the logic.
@Suite struct FlowCallsTests {
  private typealias Call = @Sendable (AuthFlow) async throws -> Void

  private func answer(_ prompt: Prompt, _ call: Call) async throws -> FlowAnswer? {
    let answers = SharedValue<[FlowAnswer]>([])
    let provided = ProviderFlow(AskingFlow(prompt: prompt, answers: answers), performer: NoEffects())
    let flow = AuthFlow(provided, providerID: "fake", services: .testing())
    for await update in flow {
      if case .prompt = update { try await call(flow) }
    }
    return answers.withLock { $0.last }
  }

  @Test func choicesAndTexts() async throws {
    let methods = [MethodOption(id: .totp, label: "App"), MethodOption(id: .emailOTP, label: "E-mail")]
    let accounts = [AccountOption(id: "a", label: "A"), AccountOption(id: "b", label: "B")]
    guard
      case .method(.emailOTP)? = try await answer(.selectMethod(methods), { try await $0.select(method: .emailOTP) }),
      case .account("b")? = try await answer(.selectAccount(accounts), { try await $0.select(account: "b") }),
      case .email("a@b.c")? = try await answer(.enterEmail(EmailPrompt()), { try await $0.submit(email: " a@b.c\n") }),
      case .phone("+1 4")? = try await answer(.enterPhone(PhonePrompt()), { try await $0.submit(phone: " +1 4 ") })
    else { throw AuthError(.internalError, "another answer") }
  }

  @Test func secretsAndCallbacks() async throws {
    let fields = [InputField(name: "pin", label: "PIN", kind: .pin)]
    let url = try #require(URL(string: "app://callback"))
    let sign = Prompt.sign(SignPrompt(message: "m"))
    let redirect = Prompt.redirect(RedirectPrompt(url: url))
    guard
      case .fields(["pin": Secret(" 1 ")])? = try await answer(
        .input(fields), { try await $0.submit(fields: ["pin": " 1 "]) }),
      case .fields(["pin": Secret("2")])? = try await answer(
        .input(fields), { try await $0.submit(fields: ["pin": Secret("2")]) }),
      case .signature(Secret("0x1"))? = try await answer(sign, { try await $0.submit(signature: " 0x1 ") }),
      case .callback(url)? = try await answer(redirect, { try await $0.resume(callback: url) })
    else { throw AuthError(.internalError, "another answer") }
  }
}

/// A flow that shows a prompt, and ends with the first answer.
private struct AskingFlow: FlowLogic {
  typealias Effect = Never
  typealias Outcome = Never
  let prompt: Prompt
  let answers: SharedValue<[FlowAnswer]>

  mutating func begin() -> FlowStep<Never> { .prompt(prompt, PromptContext()) }
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Never> {
    answers.withLock { $0.append(answer) }
    return .failed(.cancelled)
  }
  mutating func received(_ result: Result<Never, AuthError>) -> FlowStep<Never> { .failed(.cancelled) }
}

private struct NoEffects: FlowPerformer {
  func perform(_ effect: Never) async throws(AuthError) -> Never {}
}
