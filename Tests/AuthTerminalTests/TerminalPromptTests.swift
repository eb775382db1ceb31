import AuthCore
import AuthTerminal
import AuthUI
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct TerminalPromptTests {
  private static let catalogs = ["en", "de", "en-XA", "ar-XB", "en-XW"].map {
    TextCatalog.terminal(for: [TextLanguage($0)])
  }

  /// The prompts as a terminal shows them, at three widths. No line is wider than the terminal, except one that has a
  /// single long word, such as a URL, or a QR code.
  @Test(arguments: catalogs, [40, 80, 200])
  func looksLikeTheSnapshot(catalog: TextCatalog, columns: Int) throws {
    var text = ""
    for (name, prompt) in Self.prompts(catalog, columns) {
      text += "== \(name)\n"
      for line in prompt.lines where !line.text.contains("█") {
        text += line.text + "\n"
        for row in line.text.split(separator: "\n") where row.contains(" ") && !row.contains("://") {
          let last = row.split(separator: " ").last.map { TerminalText(stringLiteral: String($0)).columns } ?? 0
          let width = TerminalText(stringLiteral: String(row)).columns
          #expect(width <= columns || width - last <= columns / 2, "\(row)")
        }
      }
    }
    #expect(try Snapshot.differences(of: text, from: "terminal-\(catalog.language)-\(columns)") == [])
  }

  @Test func readersOfEnglishGetTheMessageAndOthersBoth() {
    var state = FlowPresentation.State()
    state.prompt = .enterTOTP(TOTPPrompt())
    state.problem = AuthError(.invalidCode, "The code has six digits.", attemptsRemaining: 1)
    func lines(_ tag: String) -> [String] {
      TerminalPrompt(FlowPresentation(state), in: .terminal(for: [TextLanguage(tag)])).lines.map(\.text)
    }
    #expect(lines("en").first == "✗ The code has six digits. (1 attempt left)")
    #expect(
      lines("de").prefix(2) == [
        "✗ Der Code ist falsch. Prüfen Sie ihn, und geben Sie ihn erneut ein. (noch 1 Versuch)",
        "  The code has six digits.",
      ])
  }

  /// Nothing that a server sends reaches the terminal as it is.
  @Test func textsOfAServerAreEscaped() {
    let hostile = "\u{1B}[31m\u{202E}x"
    var state = FlowPresentation.State()
    state.context = PromptContext(
      stepLabel: hostile, risk: RiskInformation(detected: true, message: hostile),
      alternatives: [MethodOption(id: MethodID(hostile), label: hostile)])
    state.problem = AuthError(
      .providerError, hostile, fieldErrors: [AuthError.FieldError(field: hostile, message: hostile)], traceID: hostile)
    let prompts: [Prompt] = [
      .selectMethod([MethodOption(id: MethodID(hostile), label: hostile)]),
      .selectAccount([AccountOption(id: hostile, label: hostile)]),
      .enterEmail(EmailPrompt(existing: hostile)), .enterCode(CodePrompt(destination: hostile)),
      .awaitApproval(ApprovalPrompt(displayCode: hostile)), .unknown(type: hostile),
      .input([InputField(name: hostile, label: hostile)]),
      .sign(SignPrompt(message: hostile + "\n" + hostile, signer: hostile, form: hostile)),
    ]
    for catalog in Self.catalogs.filter({ !$0.language.isRightToLeft }) {
      for prompt in prompts {
        state.prompt = prompt
        for line in TerminalPrompt(FlowPresentation(state), in: catalog).lines {
          #expect(!line.text.contains("\u{1B}") && !line.text.contains("\u{202E}"), "\(prompt.name)")
        }
      }
    }
  }

  /// While a flow polls, no line is read; and a line that is hidden cannot name another method.
  @Test func alternativesStandOnlyWhereALineIsRead() {
    func isOffered(_ prompt: Prompt, isPolled: Bool = false) -> Bool {
      var state = FlowPresentation.State()
      state.prompt = prompt
      state.context.alternatives = [MethodOption(id: .passkey, label: "Passkey")]
      let catalog = TextCatalog.terminal(for: [])
      return TerminalPrompt(FlowPresentation(state), in: catalog, isPolled: isPolled).lines
        .contains { $0.text.contains("passkey") }
    }
    #expect(isOffered(.enterEmail(EmailPrompt())))
    #expect(isOffered(.awaitApproval(ApprovalPrompt(isPolled: false))))
    #expect(!isOffered(.awaitApproval(ApprovalPrompt()), isPolled: true))
    #expect(!isOffered(.input([InputField(name: "password", label: "Password", kind: .password)])))
    #expect(isOffered(.input([InputField(name: "name", label: "Name")])))
  }

  private static func prompts(_ catalog: TextCatalog, _ columns: Int) -> [(String, TerminalPrompt)] {
    let page = URL(string: "https://idp.example/authorize?client_id=app&state=1")
    let kinds: [Prompt] =
      [
        .selectMethod([MethodOption(id: .emailOTP, label: "E-mail"), MethodOption(id: "ring", label: "Magic ring")]),
        .selectAccount([AccountOption(id: "a", label: "Home"), AccountOption(id: "b", label: "Work")]),
        .enterEmail(EmailPrompt(existing: "jane@example.com")), .enterPhone(PhonePrompt(existing: "+1******0123")),
        .enterCode(CodePrompt(destination: "j***@example.com", channel: .email, length: 6, format: .numeric)),
        .enterCode(CodePrompt(destination: "j***@example.com", isResendable: false)),
        .setupTOTP(TOTPSetupPrompt(secret: Secret("JBSWY3DP"), uri: Secret("otpauth://totp/x?secret=JBSWY3DP"))),
        .enterTOTP(TOTPPrompt()), .awaitApproval(ApprovalPrompt(displayCode: "42", verificationURL: page)),
        .awaitApproval(ApprovalPrompt(qrData: "q", isClaimed: true)), .awaitApproval(ApprovalPrompt(isLinkSent: true)),
        .input([InputField(name: "pin", label: "PIN", kind: .pin)]),
        .sign(SignPrompt(message: "Sign in\nNonce: 1", signer: "0xabc", form: "0x and 130 hexadecimal digits")),
        .unknown(type: "face_scan"),
      ] + [page].compactMap { $0.map { .redirect(RedirectPrompt(url: $0, callbackScheme: nil)) } }
    return kinds.enumerated().map { index, prompt in
      var state = FlowPresentation.State()
      state.prompt = prompt
      if index == 4 {
        state.context.stepLabel = "Step 1"
        state.context.alternatives = [MethodOption(id: .passkey, label: "Passkey")]
        state.problem = AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: 2)
      }
      var isPolled = false
      if case .awaitApproval(let approval) = prompt { isPolled = approval.isClaimed }
      let shown = TerminalPrompt(FlowPresentation(state), in: catalog, columns: columns, isPolled: isPolled)
      return ("\(index) \(prompt.name)", shown)
    }
  }
}
