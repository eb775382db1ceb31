import AuthCore
import AuthUI
import SwiftUI

/// Pages to open after a sign-out, if a provider has its own session in the browser.
struct SignOutPagesView: View {
  let accounts: AccountsModel
  let session: SessionModel
  @Environment(\.openURL) private var openURL

  var body: some View {
    let redirects = (session.signOutResult?.redirects ?? []) + (accounts.signOutResult?.redirects ?? [])
    if !redirects.isEmpty {
      Section("Finish signing out") {
        ForEach(redirects, id: \.url) { redirect in
          Button("Sign out at \(redirect.providerID.rawValue)") {
            openURL(redirect.url)
            session.finished(redirect)
            accounts.finished(redirect)
          }
        }
      }
    }
  }
}
