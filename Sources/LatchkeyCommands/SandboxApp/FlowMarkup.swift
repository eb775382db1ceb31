import AuthCore
import AuthSandboxKit
import AuthTerminal
import AuthUI

/// A flow as HTML: the same `FlowPresentation` that the SwiftUI views and the terminal show.
///
/// All fields and buttons are in one form, which the caller opens and closes. The pressed button is the field `do`.
struct FlowMarkup {
  let shown: FlowPresentation
  let catalog: TextCatalog

  /// The parts, in the order of `FlowPresentation`.
  var markup: Markup {
    Markup([
      paragraph(shown.step, "soft"), "<h2>\(text(shown.title))</h2>\n", warning,
      Markup(shown.details.map { paragraph($0, "") }), problem, Markup(shown.listedFacts.map(fact)),
      Markup(shown.fields.enumerated().map(field)), buttons(shown.options, "choose"), status,
      "<p class=\"buttons\">\(shown.actions(canSign: false).map(action))</p>\n", alternatives,
    ])
  }

  private func text(_ phrase: Phrase) -> Markup { Markup(text: catalog.text(phrase)) }

  private func paragraph(_ phrase: Phrase?, _ style: String) -> Markup {
    phrase.map { "<p class=\"\(style)\">\(text($0))</p>\n" } ?? ""
  }

  private var warning: Markup {
    shown.warning.map { "<p class=\"notice wrong\" role=\"note\">\(text($0))</p>\n" } ?? ""
  }

  private var problem: Markup { shown.problem.map { Self.problem($0, catalog) } ?? "" }

  /// An error, with its message for developers in a part that is closed at first.
  static func problem(_ problem: FlowPresentation.Problem, _ catalog: TextCatalog) -> Markup {
    """
    <div class="notice wrong" role="alert">
    <p>\(Markup(text: catalog.text(problem.text)))</p>
    \(problem.notes.map { "<p>\(Markup(text: catalog.text($0)))</p>\n" as Markup })<details><summary><code>\(problem.code.rawValue)</code></summary>
    <p lang="en">\(problem.technical)</p></details>
    </div>

    """
  }

  private func fact(_ fact: FlowPresentation.Fact) -> Markup {
    let label = text(fact.label)
    switch fact.kind {
    case .page: return "<p>\(label): <a href=\"\(fact.value)\">\(fact.value)</a></p>\n"
    case .code, .secret: return "<p>\(label): <code class=\"code\">\(fact.value)</code></p>\n"
    case .message: return "<p>\(label)</p>\n<pre>\(fact.value)</pre>\n"
    case .qrCode:
      return """
        <p>\(label): <code>\(fact.value)</code></p>
        \(QRCode(fact.value).map { Self.picture($0, label) } ?? "")
        """
    }
  }

  /// A QR code as a drawing, dark on light in either colour scheme, with the quiet zone of four modules.
  static func picture(_ code: QRCode, _ label: Markup) -> Markup {
    let path = (0..<code.size).flatMap { y in
      (0..<code.size).filter { x in code[x, y] }.map { x in "M\(x) \(y)h1v1h-1z" as Markup }
    }
    let side = code.size + 8
    return """
      <svg class="qr" role="img" aria-label="\(label)" viewBox="-4 -4 \(side) \(side)" width="240" height="240">
      <rect x="-4" y="-4" width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>

      """
  }

  private func field(_ index: Int, _ field: FlowPresentation.Field) -> Markup {
    let id = "field-\(index)"
    let hint: Markup = field.hint.map { "<small id=\"\(id)-hint\">\(text($0))</small>" } ?? ""
    let described: Markup = field.hint == nil ? "" : " aria-describedby=\"\(id)-hint\""
    let placeholder: Markup = field.existing.map { " placeholder=\"\($0)\"" } ?? ""
    return """
      <p class="field"><label for="\(id)">\(text(field.title))</label>
      <input id="\(id)" name="field.\(field.name ?? "")"\(traits(field))\(placeholder)\(described)>\(hint)</p>

      """
  }

  /// The type, the keyboard and what the browser may fill in (HTML, "Autofill").
  private func traits(_ field: FlowPresentation.Field) -> Markup {
    switch field.kind {
    case .email: " type=\"email\" autocomplete=\"email\""
    case .phone: " type=\"tel\" autocomplete=\"tel\""
    case .oneTimeCode(_, isNumeric: true): " inputmode=\"numeric\" autocomplete=\"one-time-code\""
    case .oneTimeCode: " autocomplete=\"one-time-code\""
    case .named(.password): " type=\"password\" autocomplete=\"current-password\""
    case .named(let kind) where kind.isMasked: " type=\"password\" autocomplete=\"off\""
    case .named, .signature: " autocomplete=\"off\""
    }
  }

  private func buttons(_ options: [FlowPresentation.Option], _ action: String) -> Markup {
    if options.isEmpty { return "" }
    return """
      <p class="buttons">\(options.map { "<button name=\"do\" value=\"\(action):\($0.id)\">\(text($0.label))</button>\n" as Markup })</p>

      """
  }

  /// What changes without a visit is announced politely.
  private var status: Markup {
    let lines = [shown.activity].compactMap(\.self) + shown.countdowns
    return """
      <div role="status">
      \(lines.map { paragraph($0, "soft") })</div>

      """
  }

  private func action(_ action: FlowPresentation.Action) -> Markup {
    if action.kind == .openPage {
      guard let page = shown.facts.first(where: { $0.kind == .page }) else { return "" }
      return "<a class=\"button main\" href=\"\(page.value)\">\(text(action.title))</a>\n"
    }
    let style = action.kind == .submit ? "main" : ""
    let disabled: Markup = action.isEnabled || action.kind == .submit ? "" : " disabled"
    return """
      <button name="do" value="\(Self.name(of: action.kind))" class="\(style)"\(disabled)>\(text(action.title))</button>

      """
  }

  /// The name of a button in the form.
  static func name(of action: FlowPresentation.Action.Kind) -> String {
    switch action {
    case .submit: "submit"
    case .resend: "resend"
    case .openPage, .sign: ""
    case .recover(let recovery): "recover:\(recovery.name)"
    case .close: "close"
    }
  }

  private var alternatives: Markup {
    if shown.alternatives.isEmpty { return "" }
    return "<h3>\(text(shown.alternativesTitle))</h3>\n\(buttons(shown.alternatives, "method"))"
  }
}
