#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI

  /// The parts of the sign-in page.
  struct SignInContent: View {
    let shown: SignInPresentation
    let signIn: @MainActor (_ identifier: String?, _ method: MethodID?) async -> Void
    @State private var identifier = ""
    @FocusState private var isFocused: Bool

    var body: some View {
      PhraseText(shown.title, .title)
      if let notice = shown.notice { PhraseText(notice) }
      LabelledField(label: shown.identifier, text: $identifier)
        .textContentType(.username)
        .typed(on: .email)
        .focused($isFocused)
        .onSubmit { Task { await start(nil) } }
        .task { isFocused = true }
      ActionButton(shown.action, isMain: true) { await start(nil) }
      OptionsView(title: nil, options: shown.methods, isEnabled: true) { await start(MethodID(rawValue: $0)) }
    }

    private func start(_ method: MethodID?) async { await signIn(identifier.isEmpty ? nil : identifier, method) }
  }
#endif
