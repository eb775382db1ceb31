#if canImport(SwiftUI)
  import SwiftUI

  /// A phrase as a text, in the catalog of the environment.
  struct PhraseText: View {
    /// What the text is on the screen.
    enum Role { case title, headline, body, note }

    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme
    private let phrase: Phrase
    private let role: Role

    init(_ phrase: Phrase, _ role: Role = .body) {
      self.phrase = phrase
      self.role = role
    }

    var body: some View {
      switch role {
      case .title: text.font(theme.titleFont).accessibilityAddTraits(.isHeader)
      case .headline: text.font(theme.headlineFont).accessibilityAddTraits(.isHeader)
      case .body: text.font(theme.bodyFont)
      case .note: text.font(theme.noteFont).foregroundStyle(theme.secondary)
      }
    }

    private var text: Text { Text(texts.text(phrase)) }
  }
#endif
