import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs a user in at a terminal. It shows every prompt of every provider.
struct SignIn {
  let auth: AuthClient
  let texts = TextCatalog.terminal(for: [TextLanguage("en")])

  func run(identifier: String?) async throws {
    let flow = auth.signIn(identifier: identifier)
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        show(prompt, context)
        if let answer = ask(prompt, context) { try await flow.answer(answer) } else { await flow.cancel() }
      case .completed: print("signed in: \(try await auth.session().subject)")
      case .failed(let error): throw error
      case .idle, .working: break
      }
    }
  }

  private func show(_ prompt: Prompt, _ context: PromptContext) {
    var state = FlowPresentation.State()
    state.prompt = prompt
    state.context = context
    state.problem = context.lastError
    for line in TerminalPrompt(FlowPresentation(state), in: texts).lines { print(line.text) }
  }

  /// Reads lines until one of them answers the prompt; nil at the end of the input.
  private func ask(_ prompt: Prompt, _ context: PromptContext) -> FlowAnswer? {
    while let line = readLine() {
      if line == "resend", prompt.allows(.resend) { return .resend }
      if let other = context.alternatives.first(where: { $0.id.rawValue == line }) { return .method(other.id) }
      switch prompt {
      case .selectMethod(let methods):
        if let number = Int(line), methods.indices.contains(number - 1) { return .method(methods[number - 1].id) }
      case .selectAccount(let accounts):
        if let number = Int(line), accounts.indices.contains(number - 1) { return .account(accounts[number - 1].id) }
      case .redirect:
        if let callback = URL(string: line) { return .callback(callback) }
      default:
        var input = PromptInput(prompt)
        input.text = line
        if let answer = input.answer { return answer }
        if let fault = input.fault { print(texts.text(fault.phrase)) }
      }
    }
    return nil
  }
}
