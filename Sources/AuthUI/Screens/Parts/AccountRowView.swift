#if canImport(SwiftUI)
  import SwiftUI

  /// One account: its name, a field to change it, and its buttons.
  struct AccountRowView: View {
    let row: AccountsPresentation.Row
    let label: Phrase
    let perform: @MainActor (AccountsPresentation.Action) async -> Void
    let rename: @MainActor (String) async -> Void
    @State private var name: String
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    init(
      row: AccountsPresentation.Row, label: Phrase,
      perform: @escaping @MainActor (AccountsPresentation.Action) async -> Void,
      rename: @escaping @MainActor (String) async -> Void
    ) {
      self.row = row
      self.label = label
      self.perform = perform
      self.rename = rename
      _name = State(initialValue: row.label)
    }

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing / 2) {
        heading
        // Each account has the same field and buttons; the hint says whose they are.
        LabelledField(label: label, text: $name).onSubmit { Task { await rename(name) } }
          .accessibilityHint(texts.text(row.title))
        ForEach(row.actions, id: \.kind) { action in
          ActionButton(action.title, isEnabled: action.isEnabled, isDestructive: action.isDestructive) {
            await perform(action.kind)
          }
          .accessibilityHint(texts.text(row.title))
        }
      }
    }

    private var heading: some View {
      VStack(alignment: .leading) {
        PhraseText(row.title, .headline)
        PhraseText(row.detail, .note)
        if let mark = row.mark {
          Label {
            PhraseText(mark, .note)
          } icon: {
            Image(systemName: "checkmark.circle.fill")
          }
        }
      }
      .accessibilityElement(children: .combine)
      .accessibilityAddTraits(row.mark == nil ? [] : .isSelected)
    }
  }
#endif
