#if canImport(SwiftUI)
  import AuthText
  import Foundation
  import SwiftUI

  /// Something that the user reads, compares, scans or opens.
  struct FactView: View {
    let fact: FlowPresentation.Fact
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    /// The value, without characters that change how the text around them is shown.
    private var value: String { EscapedText(fact.value, limit: nil, keepsLines: fact.kind == .message).description }

    var body: some View {
      switch fact.kind {
      case .qrCode: QRCodeView(text: fact.value, label: texts.text(fact.label))
      case .page: labelled { page }
      case .code: labelled { Text(value).font(theme.codeFont).speechSpellsOutCharacters().textSelection(.enabled) }
      case .secret:
        labelled {
          Text(value).font(theme.bodyFont.monospaced()).speechSpellsOutCharacters().textSelection(.enabled)
            .privacySensitive()
        }
      case .message: labelled { Text(value).font(theme.bodyFont.monospaced()).textSelection(.enabled) }
      }
    }

    @ViewBuilder private var page: some View {
      if let url = URL(string: fact.value) {
        Link(value, destination: url).font(theme.bodyFont)
      } else {
        Text(value).font(theme.bodyFont)
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
