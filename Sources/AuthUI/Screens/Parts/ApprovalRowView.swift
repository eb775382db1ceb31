#if canImport(SwiftUI)
  import SwiftUI

  /// One sign-in of another device.
  struct ApprovalRowView: View {
    let row: ApprovalsPresentation.Row
    @Binding var number: String
    let perform: @MainActor (ApprovalsPresentation.Action) async -> Void
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing / 2) {
        VStack(alignment: .leading) {
          PhraseText(row.title, .headline)
          if let origin = row.origin { PhraseText(origin) }
        }
        .accessibilityElement(children: .combine)
        if let expiry = row.expiry { PhraseText(expiry, .note).accessibilityAddTraits(.updatesFrequently) }
        if let label = row.number { LabelledField(label: label, text: $number).typed(on: .digits) }
        ForEach(row.actions, id: \.kind) { action in
          ActionButton(
            action.title, isEnabled: action.isEnabled, isMain: action.kind == .approve,
            isDestructive: action.isDestructive
          ) {
            await perform(action.kind)
          }
          .accessibilityHint(texts.text(row.title))
        }
      }
    }
  }
#endif
