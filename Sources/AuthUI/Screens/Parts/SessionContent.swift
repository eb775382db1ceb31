#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI

  /// The parts of the page of the signed-in user.
  struct SessionContent: View {
    let shown: SessionPresentation
    let perform: @MainActor (SessionPresentation.Action) async -> Void
    let enroll: @MainActor (MethodID) async -> Void
    @Environment(\.authTexts) private var texts

    var body: some View {
      PhraseText(shown.title, .title)
      if shown.isLoading { ProgressView(texts.text(shown.text)) } else { PhraseText(shown.text) }
      if let problem = shown.problem { ProblemView(problem: problem, isTyping: false) }
      ForEach(shown.actions, id: \.kind) { action in
        ActionButton(action.title, isEnabled: action.isEnabled, isDestructive: action.isDestructive) {
          await perform(action.kind)
        }
      }
      OptionsView(title: shown.methodsTitle, options: shown.methods, isEnabled: true) {
        await enroll(MethodID(rawValue: $0))
      }
    }
  }
#endif
