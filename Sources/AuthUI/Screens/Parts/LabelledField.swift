#if canImport(SwiftUI)
  import SwiftUI

  /// A field with its label above it, which stays when the user types. VoiceOver reads the label with the field.
  struct LabelledField: View {
    let label: Phrase
    var hint: Phrase?
    /// A known value, or an example, in the empty field.
    var placeholder: String?
    var isMasked = false
    @Binding var text: String
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing / 4) {
        PhraseText(label, .note).accessibilityHidden(true)
        field.font(theme.bodyFont).textFieldStyle(.roundedBorder).accessibilityHint(hint.map { texts.text($0) } ?? "")
        if let hint { PhraseText(hint, .note).accessibilityHidden(true) }
      }
    }

    @ViewBuilder private var field: some View {
      // An empty prompt, because a field without one shows its label a second time.
      let prompt = Text(placeholder ?? "")
      if isMasked {
        SecureField(texts.text(label), text: $text, prompt: prompt)
      } else {
        TextField(texts.text(label), text: $text, prompt: prompt)
      }
    }
  }
#endif
