import AuthCore
import AuthSandboxKit
import AuthUI

/// The account picker of the app's page as HTML.
struct AccountsMarkup {
  let shown: AccountsPresentation
  let catalog: TextCatalog

  var markup: Markup {
    """
    <h3>\(text(shown.title))</h3>
    <ul class="accounts">
    \(shown.rows.map(row))</ul>
    \(shown.problem.map { FlowMarkup.problem($0, catalog) } ?? "")\
    <p class="buttons"><button name="do" value="account.add">\(text(shown.add))</button></p>

    """
  }

  private func row(_ row: AccountsPresentation.Row) -> Markup {
    let mark: Markup = row.mark.map { " <span class=\"tag\">\(text($0))</span>" } ?? ""
    let field = "label." + row.id.rawValue
    return """
      <li><strong>\(text(row.title))</strong> <span class="soft">\(text(row.detail))</span>\(mark)
      <p class="field"><label for="\(field)">\(text(shown.label))</label>
      <input id="\(field)" name="\(field)" value="\(row.label)"></p>
      <p class="buttons">\(button("rename", row, Phrase("command.app.save"), isEnabled: true))\
      \(row.actions.map { button(Self.name(of: $0.kind), row, $0.title, isEnabled: $0.isEnabled) })</p></li>

      """
  }

  /// A button whose name for assistive technology includes the account, because each row has the same buttons.
  private func button(_ action: String, _ row: AccountsPresentation.Row, _ title: Phrase, isEnabled: Bool) -> Markup {
    let disabled: Markup = isEnabled ? "" : " disabled"
    return """
      <button name="do" value="account.\(action):\(row.id.rawValue)"\(disabled) \
      aria-label="\(text(title)): \(text(row.title))">\(text(title))</button>

      """
  }

  private static func name(of action: AccountsPresentation.Action) -> String {
    switch action {
    case .use: "use"
    case .signOut: "signOut"
    case .remove: "remove"
    }
  }

  private func text(_ phrase: Phrase) -> Markup { Markup(text: catalog.text(phrase)) }
}
