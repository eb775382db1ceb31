public import AuthUI

/// What a flow shows, as lines for a terminal. The answer is a line that the user types: a number or a name for a
/// choice, the input for a field, or the name of another method.
///
/// ```swift
/// let prompt = TerminalPrompt(FlowPresentation(state), in: .terminal(for: .preferred(in: environment)))
/// for line in prompt.lines { print(line.text) }
/// ```
public struct TerminalPrompt: Sendable {
  /// What to show.
  public var presentation: FlowPresentation
  /// The texts; `TextCatalog.terminal(for:)` also has those of a terminal.
  public var catalog: TextCatalog
  /// Whether the lines have colours.
  public var isColoured: Bool
  /// The width of the terminal; nil if it is unknown or there is no terminal. Lines are then not wrapped.
  public var columns: Int?
  /// Whether a listener waits for the page's redirect. If so, the user does not have to paste the address.
  public var isAwaited: Bool
  /// Whether the flow asks the server for the decision on the other device. If so, no line is read.
  public var isPolled: Bool

  /// Creates the prompt; by default without colours, not wrapped, and with a user who types the answers.
  public init(
    _ presentation: FlowPresentation, in catalog: TextCatalog, isColoured: Bool = false, columns: Int? = nil,
    isAwaited: Bool = false, isPolled: Bool = false
  ) {
    self.presentation = presentation
    self.catalog = catalog
    self.isColoured = isColoured
    self.columns = columns
    self.isAwaited = isAwaited
    self.isPolled = isPolled
  }

  /// The lines: the error of the last answer, then the prompt, then how to answer it.
  public var lines: [TerminalText] {
    let shown = presentation
    var lines: [TerminalText] = problem
    lines += [shown.step].compactMap(\.self).map { style.dim(text($0)) }
    lines += [shown.warning].compactMap(\.self).map { style.yellow("! " + text($0)) }
    lines += title
    // At a terminal, the title says what comes after the page.
    if shown.name != "redirect" { lines += shown.details.map { "  " + text($0) } }
    lines += shown.fields.compactMap(\.hint).map { style.dim("  " + text($0)) }
    // What is signed, and a QR code, must not be wrapped.
    let facts = shown.facts.flatMap(self.lines)
    var end: [TerminalText] = []
    end += shown.options.enumerated().map { option($0 + 1, $1) }
    end += shown.countdowns.map { style.dim("  " + text($0)) }
    if shown.name == "awaitApproval", !isPolled { end.append("  " + text(Phrase("terminal.pressReturn"))) }
    if isAwaited { end.append(style.dim("  " + text(Phrase("terminal.pasteElsewhere")))) }
    func wrapped(_ lines: [TerminalText]) -> [TerminalText] { lines.map { layout.line($0, indent: 2) } }
    return wrapped(lines) + facts + wrapped(end + alternatives)
  }

  private var style: Style { Style(isOn: isColoured) }
  private var layout: Layout { Layout(columns: columns) }

  private func text(_ phrase: Phrase) -> TerminalText { TerminalText(phrase, in: catalog) }

  /// The label of each field of an `input` prompt is next to its line of input, so a title would add nothing.
  private var title: [TerminalText] {
    let shown = presentation
    switch shown.name {
    case "input": return []
    case "redirect": return [style.bold(text(Phrase(isAwaited ? "terminal.openPage" : "terminal.openAndPaste")))]
    default:
      var title = style.bold(text(shown.title))
      if let existing = shown.fields.first?.existing { title += style.dim(" [\(existing)]") }
      if shown.actions.contains(where: { $0.kind == .resend }) {
        title += style.dim(" " + text(Phrase("terminal.resend")))
      }
      return [title]
    }
  }

  /// An error's message is in English and says more than the text for users, so readers of English get the message.
  private var problem: [TerminalText] {
    guard let problem = presentation.problem else { return [] }
    let notes = problem.notes.map(text).joined(separator: " · ")
    let isEnglish = catalog.language.tag == "en"
    let first = style.red("✗ ") + (isEnglish ? "\(problem.technical)" : text(problem.text))
    return [first + (notes.isEmpty ? "" : style.dim(" (" + notes + ")"))]
      + (isEnglish ? [] : [style.dim("  \(problem.technical)")])
  }

  private func lines(_ fact: FlowPresentation.Fact) -> [TerminalText] {
    let label = text(fact.label)
    switch fact.kind {
    case .page:
      return [presentation.name == "redirect" ? "  \(fact.value)" : "  " + label + ": \(fact.value)"]
    case .code: return ["  " + label + ": " + style.bold("\(fact.value)")]
    case .secret: return ["  " + label + ": \(fact.value)"]
    // The text is next to the QR code, because without the library there is no QR code.
    case .qrCode: return ["  " + label + ": \(fact.value)"] + qrCode(fact.value)
    case .message:
      return fact.value.split(separator: "\n", omittingEmptySubsequences: false).map { "  \(String($0))" }
    }
  }

  private func qrCode(_ text: String) -> [TerminalText] {
    QRCode(text)?.lines.map { TerminalText(trusted: $0) } ?? []
  }

  private func option(_ number: Int, _ option: FlowPresentation.Option) -> TerminalText {
    "  " + style.cyan("\(number)") + "  " + text(option.label) + " " + style.dim("\(option.id)")
  }

  /// The other methods, unless the user cannot type the name of one: every field is masked, or no line is read.
  private var alternatives: [TerminalText] {
    let isHidden = !presentation.fields.isEmpty && presentation.fields.allSatisfy(\.isMasked)
    guard !presentation.alternatives.isEmpty, !isHidden, !isPolled, !isAwaited else { return [] }
    return [style.dim("  " + text(Phrase("terminal.alternatives")))]
      + presentation.alternatives.map { "     " + text($0.label) + " " + style.dim("\($0.id)") }
  }
}
