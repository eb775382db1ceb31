#if canImport(SwiftUI)
  import SwiftUI

  /// What a flow says: its step, a warning, the title and more about what to do.
  struct FlowHeaderView: View {
    let shown: FlowPresentation
    @Environment(\.authTheme) private var theme

    var body: some View {
      if let step = shown.step { PhraseText(step, .note) }
      PhraseText(shown.title, .title)
      if let warning = shown.warning {
        Label {
          PhraseText(warning)
        } icon: {
          Image(systemName: "exclamationmark.shield.fill").foregroundStyle(theme.warning)
        }
        .accessibilityElement(children: .combine)
      }
      ForEach(shown.details, id: \.self) { PhraseText($0) }
    }
  }
#endif
