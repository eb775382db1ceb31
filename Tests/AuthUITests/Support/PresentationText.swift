import AuthCore
import AuthUI

/// Presentations as texts, for snapshots.
enum PresentationText {
  static func of(_ shown: FlowPresentation, name: String, _ catalog: TextCatalog) -> String {
    func text(_ phrase: Phrase) -> String { self.text(phrase, catalog) }
    var lines = ["== \(name)"]
    func add(_ label: String, _ values: [String]) { lines += values.map { "\(label) \($0)" } }
    add("step", [shown.step].compactMap(\.self).map(text))
    add("warning", [shown.warning].compactMap(\.self).map(text))
    add("title", [text(shown.title)])
    add("detail", shown.details.map(text))
    add("fact", shown.facts.map { "\($0.kind.rawValue) \(text($0.label)): \($0.value.replacing("\n", with: "⏎"))" })
    add(
      "field",
      shown.fields.map { field in
        "\(field.kind) \(text(field.title))" + (field.hint.map { " (\(text($0)))" } ?? "")
          + (field.existing.map { " = \($0)" } ?? "") + (field.isOptional ? " ?" : "") + (field.isMasked ? " *" : "")
      })
    add("option", shown.options.map { "\($0.id) \(text($0.label))" })
    add("others", shown.alternatives.isEmpty ? [] : [text(shown.alternativesTitle)])
    add("other", shown.alternatives.map { "\($0.id) \(text($0.label))" })
    add("activity", [shown.activity].compactMap(\.self).map(text))
    add("problem", [shown.problem].compactMap(\.self).map { text($0.text) })
    add("note", (shown.problem?.notes ?? []).map(text))
    add("time", shown.countdowns.map(text))
    add("button", shown.actions.map { "\($0.isEnabled ? "●" : "○") \(text($0.title))" })
    return lines.joined(separator: "\n") + "\n"
  }

  static func of(_ shown: SignInPresentation, _ catalog: TextCatalog) -> String {
    lines("signIn", catalog, [("title", [shown.title]), ("notice", [shown.notice]), ("field", [shown.identifier])])
      + lines(nil, catalog, [("button", [shown.action]), ("option", shown.methods.map(\.label))])
  }

  static func of(_ shown: SessionPresentation, name: String, _ catalog: TextCatalog) -> String {
    let methods = shown.methods.isEmpty ? [] : [shown.methodsTitle] + shown.methods.map(\.label)
    return lines(name, catalog, [("title", [shown.title]), (shown.isLoading ? "activity" : "text", [shown.text])])
      + buttons(shown.actions, catalog)
      + lines(nil, catalog, [("methods", methods)])
      + lines(nil, catalog, [("problem", [shown.problem?.text])])
  }

  static func of(_ shown: AccountsPresentation, name: String, _ catalog: TextCatalog) -> String {
    let rows = shown.rows.map { row in
      lines(nil, catalog, [("row", [row.title, row.detail, row.mark]), ("field", [shown.label])])
        + buttons(row.actions, catalog)
    }
    return lines(name, catalog, [("title", [shown.title]), ("text", [shown.empty])]) + rows.joined()
      + lines(nil, catalog, [("problem", [shown.problem?.text]), ("button", [shown.add])])
  }

  static func of(_ shown: ApprovalsPresentation, name: String, _ catalog: TextCatalog) -> String {
    let rows = shown.rows.map { row in
      lines(nil, catalog, [("row", [row.title, row.origin, row.expiry]), ("field", [row.number])])
        + buttons(row.actions, catalog)
    }
    return lines(name, catalog, [("title", [shown.title]), ("text", [shown.empty])]) + rows.joined()
      + lines(nil, catalog, [("problem", [shown.problem?.text]), ("button", [shown.reload])])
  }

  static func of(_ shown: SignOutPresentation, _ catalog: TextCatalog) -> String {
    lines(
      "signOut", catalog, [("title", [shown.title]), ("text", shown.notes), ("button", shown.pages.map(\.title))])
  }

  private static func lines(_ name: String?, _ catalog: TextCatalog, _ parts: [(String, [Phrase?])]) -> String {
    let lines = parts.flatMap { label, phrases in
      phrases.compactMap(\.self).map { "\(label) \(text($0, catalog))\n" }
    }
    return (name.map { "== \($0)\n" } ?? "") + lines.joined()
  }

  private static func buttons<Kind>(_ actions: [ScreenAction<Kind>], _ catalog: TextCatalog) -> String {
    actions.map {
      "button \($0.isEnabled ? "●" : "○") \(text($0.title, catalog))\($0.isDestructive ? " !" : "")\n"
    }.joined()
  }

  private static func text(_ phrase: Phrase, _ catalog: TextCatalog) -> String {
    catalog.text(phrase).replacing("\u{1B}", with: "␛")
  }
}
