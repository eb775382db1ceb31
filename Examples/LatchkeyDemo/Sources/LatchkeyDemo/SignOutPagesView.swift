import AuthCore
import AuthUI
import SwiftUI

/// Pages that a sign-out leaves to open, where a provider has a session of its own in the browser.
struct SignOutPagesView: View {
  let session: SessionModel
  @Environment(\.openURL) private var openURL

  var body: some View {
    if let redirects = session.signOutResult?.redirects, !redirects.isEmpty {
      Section("Finish signing out") {
        ForEach(redirects, id: \.url) { redirect in
          Button("Sign out at \(redirect.providerID.rawValue)") {
            openURL(redirect.url)
            session.finished(redirect)
          }
        }
      }
    }
  }
}
