#if canImport(SwiftUI)
  import SwiftUI

  /// The choices under a title, with a button for each.
  struct OptionsView: View {
    let title: Phrase?
    let options: [FlowPresentation.Option]
    let isEnabled: Bool
    let choose: @MainActor (String) async -> Void
    @Environment(\.authTheme) private var theme

    var body: some View {
      if !options.isEmpty {
        VStack(alignment: .leading, spacing: theme.spacing / 2) {
          if let title { PhraseText(title, .headline) }
          ForEach(options, id: \.id) { option in
            ActionButton(option.label, isEnabled: isEnabled) { await choose(option.id) }
          }
        }
      }
    }
  }
#endif
