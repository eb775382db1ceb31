import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renders a flow at the terminal and answers its prompts. Knows prompts, and no provider.
final class FlowConsole: Sendable {
  /// What happened on the way, by name: for the demonstration's table.
  struct Trace: Sendable {
    var steps: [String] = []
    var channel: CodePrompt.Channel?
  }

  private let source: AnswerSource
  private let identifier: String?
  private let clock: any AuthClock
  private let style = Style.error
  private let state: Locked<(trace: Trace, seen: Set<String>)>

  init(source: AnswerSource, identifier: String?, seen: Set<String> = [], clock: any AuthClock = SystemClock()) {
    self.source = source
    self.identifier = identifier
    self.clock = clock
    state = Locked((Trace(), seen))
  }

  var trace: Trace { state.withLock { $0.trace } }

  /// Follows the flow to its end.
  ///
  /// - Throws: what the flow failed with; when the input ends under an open prompt, the last error, else
  ///   `invalid_request`.
  func run(_ flow: AuthFlow) async throws(AuthError) -> FlowResult {
    var spinner: Spinner?
    for await update in flow {
      await spinner?.stop()
      spinner = nil
      switch update {
      case .idle: continue
      case .working(let activity):
        note(activity.rawValue)
        spinner = Spinner(Self.label(activity))
      case .prompt(let prompt, let context):
        note(prompt.name)
        if case .awaitApproval = prompt {
          show(prompt, context)
          spinner = Spinner("Waiting for the other device")
          continue
        }
        do throws(AuthError) {
          try await answer(prompt, context, flow)
        } catch {
          await flow.cancel()
          throw error
        }
      case .completed(let result): return result
      case .failed(let error): throw error
      }
    }
    await spinner?.stop()
    throw .cancelled
  }

  private func note(_ step: String) { state.withLock { $0.trace.steps.append(step) } }

  // MARK: Answering

  private func answer(_ prompt: Prompt, _ context: PromptContext, _ flow: AuthFlow) async throws(AuthError) {
    if case .enterCode(let code) = prompt { state.withLock { $0.trace.channel = code.channel } }
    if case .outbox(let outbox) = source, case .enterCode(let code) = prompt {
      show(prompt, context)
      return try await submitFromOutbox(outbox, code, context, flow)
    }
    while true {
      show(prompt, context)
      guard let line = await ask(prompt) else { throw endOfInput(prompt, context) }
      guard let answer = try reading(line, for: prompt) else { continue }
      do throws(AuthError) {
        return try await flow.answer(answer)
      } catch where error.code == .invalidState {
        // A resend that is not open yet: say so and ask again.
        Output.note(style.yellow("  " + error.message + " " + Self.wait(error.retryAfter)))
      }
    }
  }

  private func submitFromOutbox(
    _ outbox: OutboxReader, _ prompt: CodePrompt, _ context: PromptContext, _ flow: AuthFlow
  ) async throws(AuthError) {
    let seen = state.withLock { $0.seen }
    // A sandbox user's codes go to the address the user typed; a masked destination filters nothing.
    guard let message = try await outbox.code(to: identifier, after: seen) else {
      throw context.lastError ?? AuthError(.timeout, "No code arrived in the outbox for \(prompt.destination).")
    }
    state.withLock { _ = $0.seen.insert(message.id) }
    try await flow.submit(code: message.code)
  }

  /// The answer in a line; nil for one that is none, which has been said.
  private func reading(_ line: String, for prompt: Prompt) throws(AuthError) -> FlowAnswer? {
    let text = line.trimmingBlanks
    switch prompt {
    case .selectMethod(let options):
      return choose(text, options.map { ($0.id.rawValue, $0.label) }).map { .method(MethodID($0)) }
    case .selectAccount(let options): return choose(text, options.map { ($0.id, $0.label) }).map { .account($0) }
    case .enterEmail(let email): return .email(text.isEmpty ? email.existing ?? text : text)
    case .enterPhone(let phone): return .phone(text.isEmpty ? phone.existing ?? text : text)
    case .enterCode where text.lowercased() == "resend" || text.lowercased() == "r": return .resend
    case .enterCode, .enterTOTP, .setupTOTP: return .code(Secret(text))
    case .redirect:
      guard let url = URL(string: text) else {
        Output.note(style.yellow("  That is no URL."))
        return nil
      }
      return .callback(url)
    case .input(let fields):
      guard let field = fields.first else { return .fields([:]) }
      return .fields([field.name: text])
    case .awaitApproval: return .poll
    case .unknown(let type):
      throw AuthError(.unsupportedPrompt, "The server asks for '\(type)', which is not known here.")
    }
  }

  private func choose(_ text: String, _ options: [(id: String, label: String)]) -> String? {
    if let number = Int(text), options.indices.contains(number - 1) { return options[number - 1].id }
    if let option = options.first(where: { $0.id == text || $0.label == text }) { return option.id }
    Output.note(style.yellow("  '\(text)' is none of them."))
    return nil
  }

  private func endOfInput(_ prompt: Prompt, _ context: PromptContext) -> AuthError {
    context.lastError
      ?? AuthError(.invalidRequest, "The input ended while the prompt '\(prompt.name)' was open.", recovery: .restart)
  }

  /// A line from the terminal or the input, with a countdown above it while a resend is closed.
  private func ask(_ prompt: Prompt) async -> String? {
    let countdown = ResendCountdown(prompt, clock: clock, isShown: Output.inputIsTerminal && Output.errorIsTerminal)
    if Output.inputIsTerminal { Output.error(style.cyan("› ")) }
    let line = await LineInput.next()
    await countdown.stop()
    return line
  }

  // MARK: Showing

  private func show(_ prompt: Prompt, _ context: PromptContext) {
    if let error = context.lastError {
      let rest = context.attemptsRemaining.map { " (\($0) attempts left)" } ?? ""
      Output.note(style.red("✗ ") + error.message + style.dim(rest))
    }
    for line in PromptText.lines(prompt, context, style: style) { Output.note(line) }
  }

  private static func label(_ activity: Activity) -> String {
    switch activity {
    case .request: "Talking to the server"
    case .passkey: "Waiting for the passkey"
    case .deviceTrust: "Proving that this device is known"
    case .tokenFetch: "Fetching a token"
    case .polling: "Asking for the decision"
    }
  }

  private static func wait(_ duration: Duration?) -> String {
    duration.map { "(\($0.components.seconds) s)" } ?? ""
  }
}
