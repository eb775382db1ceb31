#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI

  /// What remains to do after a sign-out; nothing if nothing remains.
  struct SignOutContent: View {
    let shown: SignOutPresentation
    let finished: @MainActor (SignOutRedirect) -> Void
    @Environment(\.authHandlers) private var handlers
    @Environment(\.openURL) private var openURL

    var body: some View {
      if !shown.isEmpty {
        PhraseText(shown.title, .headline)
        ForEach(shown.notes, id: \.self) { PhraseText($0) }
        ForEach(shown.pages, id: \.self) { page in
          ActionButton(page.title) { await open(page.redirect) }
        }
      }
    }

    private func open(_ redirect: SignOutRedirect) async {
      if let open = handlers.openSignOutPage { await open(redirect) } else { openURL(redirect.url) }
      finished(redirect)
    }
  }
#endif
