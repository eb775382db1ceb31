#if canImport(SwiftUI)
  import AuthCore
  #if canImport(Accessibility)
    import Accessibility
  #endif
  import SwiftUI

  /// An error: what happened, what to do, and further lines. VoiceOver reads it as one element.
  struct ProblemView: View {
    let problem: FlowPresentation.Problem
    /// Whether the user is typing. VoiceOver then announces the error and stays in the field; else, it moves to the
    /// error.
    let isTyping: Bool
    /// Whether an answer is being sent. If the same error occurs again after that, it is announced again.
    var isWorking = false
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme
    @AccessibilityFocusState private var isFocused: Bool

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing / 4) {
        Label {
          PhraseText(problem.text)
        } icon: {
          Image(systemName: "exclamationmark.triangle.fill").foregroundStyle(theme.problem)
        }
        ForEach(problem.notes, id: \.self) { PhraseText($0, .note) }
      }
      .accessibilityElement(children: .combine)
      .accessibilityFocused($isFocused)
      .task(id: Told(code: problem.code, text: problem.text, isWorking: isWorking)) { if !isWorking { tell() } }
    }

    /// What was told. The notes are left out: a time that counts down would tell the problem again each second.
    private struct Told: Hashable {
      let code: AuthError.Code
      let text: Phrase
      let isWorking: Bool
    }

    private func tell() {
      if isTyping {
        AccessibilityNotification.Announcement(texts.text(problem.text)).post()
      } else {
        isFocused = true
      }
    }
  }
#endif
