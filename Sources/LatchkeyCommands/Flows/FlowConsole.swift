import AuthCore
import AuthTerminal
import AuthTransport
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows a flow's prompts at the terminal and answers them from an `AnswerSource`. The code depends on no provider.
final class FlowConsole: Sendable {
  /// The names of the activities and prompts that a flow has shown, and the channel of its last code, for the
  /// demonstration's table.
  struct Trace: Sendable {
    var steps: [String] = []
    var channel: CodePrompt.Channel?
  }

  private let source: AnswerSource
  private let redirects: RedirectDesk?
  private let identifier: String?
  private let clock: any AuthClock
  private let catalog: TextCatalog
  private let purpose: FlowRequest.Purpose
  private let style = Style.error
  private let state: Locked<State>

  private struct State {
    var trace = Trace()
    var seen: Set<String>
    /// The read in progress. The prompt for which it began may have ended in the meantime, for example after a
    /// redirect.
    var line: Task<String?, Never>?
    /// Whether the last answer asked for a new code.
    var hasResent = false
  }

  init(
    source: AnswerSource, identifier: String?, catalog: TextCatalog, purpose: FlowRequest.Purpose = .signIn,
    seen: Set<String> = [], redirects: RedirectDesk? = nil, clock: any AuthClock = SystemClock()
  ) {
    self.source = source
    self.catalog = catalog
    self.purpose = purpose
    self.identifier = identifier
    self.redirects = redirects
    self.clock = clock
    state = Locked(State(seen: seen))
  }

  var trace: Trace { state.withLock { $0.trace } }

  /// Follows the flow to its end, answers its prompts, and returns its result. Cancels the flow if a prompt cannot be
  /// answered.
  ///
  /// - Throws: the flow's error, or its refusal of an answer; `cancelled` when the flow ends without a result. If the
  ///   input ends while a prompt is open, or the outbox does not receive a code in time: the last error that the prompt
  ///   showed, otherwise `invalid_request` or `timeout`. Also `unsupported_prompt`, and the errors of the outbox.
  func run(_ flow: AuthFlow) async throws(AuthError) -> FlowResult {
    var spinner: Spinner?
    for await update in flow {
      await spinner?.stop()
      spinner = nil
      switch update {
      case .idle: continue
      case .working(let activity):
        note(activity.rawValue)
        spinner = Spinner(label(activity))
      case .prompt(let prompt, let context):
        note(prompt.name)
        if case .awaitApproval(let approval) = prompt, approval.isPolled {
          show(prompt, context)
          spinner = Spinner(approval.isLinkSent ? text(Phrase("terminal.waitLink")) : label(.polling))
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

  private func text(_ phrase: Phrase) -> TerminalText { TerminalText(phrase, in: catalog) }

  /// Says why an input cannot be the answer.
  private func warn(_ phrase: Phrase) {
    Output.note(Layout.error.line(style.yellow("  " + text(phrase)), indent: 2))
  }

  private func note(_ step: String) { state.withLock { $0.trace.steps.append(step) } }

  // MARK: Answering

  private func answer(_ prompt: Prompt, _ context: PromptContext, _ flow: AuthFlow) async throws(AuthError) {
    if case .enterCode(let code) = prompt { state.withLock { $0.trace.channel = code.channel } }
    if case .outbox(let outbox) = source, case .enterCode(let code) = prompt {
      show(prompt, context)
      return try await submitFromOutbox(outbox, code, context, flow)
    }
    if case .redirect(let page) = prompt, let redirects {
      try RedirectDesk.checkResponse(of: page)
      redirects.open(page.url)
      if let listener = redirects.listener(for: page) {
        show(prompt, context, isAwaited: true)
        return try await flow.resume(callback: await callback(of: page, at: listener))
      }
    }
    while true {
      show(prompt, context)
      guard let answer = try await readAnswer(to: prompt, context, flow) else { continue }
      do throws(AuthError) {
        try await flow.answer(answer)
        if case .resend = answer { state.withLock { $0.hasResent = true } }
        return
      } catch  where error.code == .invalidState {
        // The prompt does not allow the answer, or not yet: for example, a new code is requested too early. Print the
        // error and ask again.
        let wait = Self.wait(error.retryAfter)
        if catalog.language.tag != "en" {
          Output.note(Layout.error.line(style.yellow("  " + self.text(.error(error.code)) + " \(wait)"), indent: 2))
        }
        Output.note(Layout.error.line(style.yellow("  \(error.message) \(wait)"), indent: 2))
      }
    }
  }

  /// The URL that the listener receives or the user pastes, whichever is first. After the end of the input the listener
  /// still waits, since the browser may yet redirect.
  private func callback(of page: RedirectPrompt, at listener: LoopbackRedirectListener) async throws(AuthError) -> URL {
    let pasting = Task { () -> URL? in
      while let text = await nextLine()?.trimmingBlanks {
        guard let url = URL(string: text), url.scheme != nil else {
          warn(Phrase("terminal.invalidURL"))
          continue
        }
        listener.close()
        return url
      }
      return nil
    }
    defer { pasting.cancel() }
    do throws(AuthError) {
      return try await listener.callback(of: page)
    } catch  where error.code == .cancelled && !Task.isCancelled {
      guard let url = await pasting.value else { throw error }
      return url
    }
  }

  /// The next line of the input; nil at its end, and if the task is cancelled. A read cannot be cancelled, so a line
  /// that arrives after its prompt has ended is kept for the next prompt.
  private func nextLine() async -> String? {
    let reading = state.withLock { state -> Task<String?, Never> in
      if let reading = state.line { return reading }
      let reading = Task { await LineInput.next() }
      state.line = reading
      return reading
    }
    let line = await reading.value
    if Task.isCancelled { return nil }
    state.withLock { $0.line = nil }
    return line
  }

  private func submitFromOutbox(
    _ outbox: OutboxReader, _ prompt: CodePrompt, _ context: PromptContext, _ flow: AuthFlow
  ) async throws(AuthError) {
    let seen = state.withLock { $0.seen }
    // The outbox is filtered by the address that the user typed: the prompt's destination may be masked.
    guard let message = try await outbox.code(to: identifier, after: seen) else {
      throw context.lastError
        ?? AuthError(
          .timeout,
          "No code for \(prompt.destination) arrived in the outbox within 10 seconds. Check the identifier and the URL "
            + "of --outbox.")
    }
    state.withLock { _ = $0.seen.insert(message.id) }
    try await flow.submit(code: message.code)
  }

  /// Reads the answer from the next lines. Prints a message and returns nil if a line is not in the list of options, or
  /// if the prompt needs a URL and the line is not a URL.
  private func readAnswer(
    to prompt: Prompt, _ context: PromptContext, _ flow: AuthFlow
  ) async throws(AuthError) -> FlowAnswer? {
    if case .input(let fields) = prompt { return try await readFields(fields, prompt, context, flow) }
    guard let line = await ask(prompt, flow) else { throw endOfInput(prompt, context) }
    let text = line.trimmingBlanks
    let shown = presentation(prompt, context)
    if let other = option(text, of: shown.alternatives) { return .method(MethodID(other)) }
    switch prompt {
    case .selectMethod: return choose(text, shown.options).map { .method(MethodID($0)) }
    case .selectAccount: return choose(text, shown.options).map { .account($0) }
    case .enterEmail(let email): return .email(text.isEmpty ? email.existing ?? text : text)
    case .enterPhone(let phone): return .phone(text.isEmpty ? phone.existing ?? text : text)
    case .enterCode(let code) where code.isResendable && ["resend", "r"].contains(text.lowercased()): return .resend
    case .enterCode, .enterTOTP, .setupTOTP: return .code(Secret(text))
    case .redirect:
      guard let url = URL(string: text) else {
        warn(Phrase("terminal.invalidURL"))
        return nil
      }
      return .callback(url)
    case .input: return .fields([:])
    case .sign: return .signature(Secret(text))
    case .awaitApproval: return .poll
    case .unknown(let type):
      throw AuthError(
        .unsupportedPrompt,
        "The server requires the step '\(type)', which this version of Latchkey does not support. Use a newer version, "
          + "or sign in with another method.")
    }
  }

  /// Reads one line for each field. An optional field may stay empty. A terminal does not show the input of a masked
  /// field. If the user types the ID or the name of another method into a field that is not masked, returns the choice
  /// of that method.
  private func readFields(
    _ fields: [InputField], _ prompt: Prompt, _ context: PromptContext, _ flow: AuthFlow
  ) async throws(AuthError) -> FlowAnswer {
    var values: [String: Secret] = [:]
    let shown = presentation(prompt, context)
    for field in fields {
      let title = shown.fields.first { $0.name == field.name }?.title ?? .verbatim(field.label)
      Output.note(style.bold(self.text(title)))
      let isHidden = field.kind.isMasked && Echo.hide()
      defer { if isHidden { Echo.show() } }
      guard let line = await ask(prompt, flow) else { throw endOfInput(prompt, context) }
      // Spaces can be part of a password.
      let text = field.kind == .password ? line : line.trimmingBlanks
      if !field.kind.isMasked, let other = option(text, of: shown.alternatives) { return .method(MethodID(other)) }
      if !text.isEmpty { values[field.name] = Secret(text) }
    }
    return .fields(values)
  }

  /// The ID of the option with this ID, or with this label as it is shown, in upper or lower case.
  private func option(_ text: String, of options: [FlowPresentation.Option]) -> String? {
    let found =
      options.first { $0.id == text }
      ?? options.first { catalog.text($0.label).lowercased() == text.lowercased() }
    return found?.id
  }

  private func choose(_ text: String, _ options: [FlowPresentation.Option]) -> String? {
    if let number = Int(text), options.indices.contains(number - 1) { return options[number - 1].id }
    if let id = option(text, of: options) { return id }
    warn(Phrase("terminal.notInList", ["text": .text(text)]))
    return nil
  }

  private func endOfInput(_ prompt: Prompt, _ context: PromptContext) -> AuthError {
    context.lastError
      ?? AuthError(
        .invalidRequest,
        "The input ended while the prompt '\(prompt.name)' was open; answer at a terminal, or give one answer per line "
          + "on standard input.", recovery: .restart)
  }

  /// Reads a line of standard input. At a terminal, a countdown in the line above shows when the user can request a new
  /// code.
  private func ask(_ prompt: Prompt, _ flow: AuthFlow) async -> String? {
    let countdown = ResendCountdown(
      prompt, catalog: catalog, clock: clock, correction: flow.clockCorrection,
      isShown: Output.inputIsTerminal && Output.errorIsTerminal)
    if Output.inputIsTerminal { Output.error(style.cyan("› ")) }
    let line = await nextLine()
    await countdown.stop()
    return line
  }

  // MARK: Showing

  private func show(_ prompt: Prompt, _ context: PromptContext, isAwaited: Bool = false) {
    let hasResent = state.withLock { state in
      defer { state.hasResent = false }
      return state.hasResent
    }
    if hasResent, context.lastError == nil, case .enterCode(let code) = prompt {
      Output.note(
        style.green("✓ ") + text(Phrase("terminal.resent", ["destination": .text(code.destination)])))
    }
    var isPolled = false
    if case .awaitApproval(let approval) = prompt { isPolled = approval.isPolled }
    let lines = TerminalPrompt(
      presentation(prompt, context), in: catalog, isColoured: style.isOn, columns: Layout.error.columns,
      isAwaited: isAwaited, isPolled: isPolled
    ).lines
    for line in lines { Output.note(line) }
  }

  private func presentation(_ prompt: Prompt, _ context: PromptContext) -> FlowPresentation {
    var shown = FlowPresentation.State()
    shown.prompt = prompt
    shown.context = context
    shown.purpose = purpose
    shown.problem = context.lastError
    return FlowPresentation(shown)
  }

  private func label(_ activity: Activity) -> TerminalText {
    var shown = FlowPresentation.State()
    shown.activity = activity
    return FlowPresentation(shown).activity.map(text) ?? ""
  }

  private static func wait(_ duration: Duration?) -> String {
    duration.map { "(\($0.components.seconds) s)" } ?? ""
  }
}
