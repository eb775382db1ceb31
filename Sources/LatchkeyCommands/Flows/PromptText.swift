import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A prompt as text for a terminal.
enum PromptText {
  /// The lines that show a prompt and its context.
  ///
  /// - Parameter isAwaited: whether a listener waits for the page's redirect.
  static func lines(_ prompt: Prompt, _ context: PromptContext, isAwaited: Bool = false, style: Style) -> [TerminalText]
  {
    var lines: [TerminalText] = []
    if let label = context.stepLabel { lines.append(style.dim("\(label)")) }
    if let risk = context.risk, risk.detected {
      lines.append(
        style.yellow("! \(risk.message ?? "The server reports a risk: \(risk.reasons.joined(separator: ", "))")"))
    }
    if isAwaited, case .redirect(let page) = prompt {
      return lines + [
        style.bold("Open this page; the sign-in then continues automatically"), "  \(page.url.absoluteString)",
        style.dim("  (on another machine: paste the address of the last page)"),
      ]
    }
    return lines + body(prompt, style) + (takesMethod(prompt) ? alternatives(context, style) : [])
  }

  /// Whether the user can type the name of another method: not if every field is masked, and not while the flow polls
  /// for an approval, since no line is read then.
  private static func takesMethod(_ prompt: Prompt) -> Bool {
    switch prompt {
    case .input(let fields): fields.contains { !$0.kind.isMasked }
    case .awaitApproval(let approval): !approval.isPolled
    default: true
    }
  }

  private static func alternatives(_ context: PromptContext, _ style: Style) -> [TerminalText] {
    guard !context.alternatives.isEmpty else { return [] }
    return [style.dim("  (or type the name of another method)")]
      + context.alternatives.map { "     \($0.label) \(style.dim("\($0.id)"))" }
  }

  private static func body(_ prompt: Prompt, _ style: Style) -> [TerminalText] {
    switch prompt {
    case .selectMethod(let options):
      [style.bold("How do you want to sign in?")] + numbered(options.map { ($0.label, $0.id.rawValue) }, style)
    case .selectAccount(let options):
      [style.bold("Which account?")] + numbered(options.map { ($0.label, $0.id) }, style)
    case .enterEmail(let email): [style.bold("Your e-mail address") + known(email.existing, style)]
    case .enterPhone(let phone):
      [style.bold("Your phone number, with + and country code") + known(phone.existing, style)]
    case .enterCode(let code): codeLines(code, style)
    case .setupTOTP(let setup):
      // This prompt exists to show the secret.
      [
        style.bold("Add this to your authenticator app, then type the code that it shows"),
        "  \(setup.secret.revealText())", style.dim("  \(setup.uri.revealText())"),
      ] + qrCode(setup.uri.revealText())
    case .enterTOTP(let code): [style.bold("The \(code.length)-digit code from your authenticator app")]
    case .redirect(let redirect):
      [style.bold("Open this page, then paste the address of the last page"), "  \(redirect.url.absoluteString)"]
    case .awaitApproval(let approval): approvalLines(approval, style)
    // The console shows each field's label with its own line of input.
    case .input: []
    case .sign(let prompt): signLines(prompt, style)
    case .unknown(let type):
      [style.yellow("The server requires the step '\(type)', which this version of Latchkey does not support.")]
    }
  }

  private static func approvalLines(_ approval: ApprovalPrompt, _ style: Style) -> [TerminalText] {
    if approval.isClaimed { return [style.bold("Scanned. Confirm on your phone.")] }
    if approval.isLinkSent { return [style.bold("Open the link in the e-mail that was sent to you")] }
    return [style.bold("Approve on your other device")]
      + [
        // The page is shown even beside a QR code (RFC 8628 §3.3.1).
        approval.verificationURL.map { "  Page: \($0.absoluteString)" },
        approval.displayCode.map { "  Code: \(style.bold("\($0)"))" }, approval.qrData.map { "  QR: \($0)" },
      ].compactMap(\.self) + (approval.qrData.map(qrCode) ?? []) + (approval.isPolled ? [] : ["  Then press Return."])
  }

  private static func codeLines(_ code: CodePrompt, _ style: Style) -> [TerminalText] {
    let kind =
      switch code.format {
      case .numeric: "digit"
      case .alphanumeric, .printable, nil: "character"
      }
    let what = code.length.map { "A \($0)-\(kind) code" } ?? "A code"
    let way =
      switch code.channel {
      case .email: " by e-mail"
      case .sms: " by SMS"
      case .whatsapp: " by WhatsApp"
      case .push, nil: ""
      }
    let line = style.bold("\(what) was sent\(way) to \(code.destination)")
    return [code.isResendable ? line + style.dim("  ('resend' for a new one)") : line]
  }

  private static func signLines(_ prompt: SignPrompt, _ style: Style) -> [TerminalText] {
    let signer: TerminalText = prompt.signer.map { " with \($0)" } ?? ""
    let form = prompt.form.map { style.dim("  (\($0))") } ?? ""
    return [style.bold("Sign this message\(signer), then paste the signature") + form]
      + prompt.message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }

  private static func numbered(_ options: [(label: String, id: String)], _ style: Style) -> [TerminalText] {
    options.enumerated().map { "  \(style.cyan("\($0 + 1)"))  \($1.label) \(style.dim("\($1.id)"))" }
  }

  private static func known(_ text: String?, _ style: Style) -> TerminalText {
    text.map { style.dim(" [\($0)]") } ?? ""
  }

  private static func qrCode(_ text: String) -> [TerminalText] {
    QRCode(text)?.lines.map { TerminalText(trusted: $0) } ?? []
  }
}
