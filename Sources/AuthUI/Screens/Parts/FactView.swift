#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// Something that the user reads, compares, scans or opens.
  struct FactView: View {
    let fact: FlowPresentation.Fact
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    var body: some View {
      switch fact.kind {
      case .qrCode: QRCodeView(text: fact.value, label: texts.text(fact.label))
      case .page: labelled { page }
      case .code: labelled { Text(fact.value).font(theme.codeFont).speechSpellsOutCharacters().textSelection(.enabled) }
      case .secret:
        labelled {
          Text(fact.value).font(theme.bodyFont.monospaced()).speechSpellsOutCharacters().textSelection(.enabled)
            .privacySensitive()
        }
      case .message: labelled { Text(fact.value).font(theme.bodyFont.monospaced()).textSelection(.enabled) }
      }
    }

    @ViewBuilder private var page: some View {
      if let url = URL(string: fact.value) {
        Link(fact.value, destination: url).font(theme.bodyFont)
      } else {
        Text(fact.value).font(theme.bodyFont)
      }
    }

    private func labelled<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
      VStack(alignment: .leading, spacing: theme.spacing / 4) {
        PhraseText(fact.label, .note)
        content()
      }
      .accessibilityElement(children: .combine)
    }
  }
#endif
