#if canImport(SwiftUI)
  import SwiftUI

  /// The error of a flow, what the user waits for, and the times that run out.
  struct FlowStatusView: View {
    let shown: FlowPresentation
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme

    var body: some View {
      if let problem = shown.problem {
        ProblemView(problem: problem, isTyping: !shown.fields.isEmpty, isWorking: shown.activity != nil)
      }
      if let activity = shown.activity { ProgressView(texts.text(activity)).font(theme.bodyFont) }
      ForEach(shown.countdowns, id: \.key) { countdown in
        // VoiceOver reads a time when the user moves to it, and not every second.
        Text(texts.text(countdown)).font(theme.noteFont.monospacedDigit()).foregroundStyle(theme.secondary)
          .accessibilityAddTraits(.updatesFrequently)
      }
    }
  }
#endif
