#if canImport(SwiftUI)
  import SwiftUI

  /// Choices, a button each, under a title.
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
