import AuthCore
import AuthUI
import AuthenticationServices
import SwiftUI

/// A page of another server, in the system's browser session. Without a callback scheme, the page redirects to a
/// universal link, which `RootView` passes to the model.
struct RedirectView: View {
  let flow: FlowModel
  let page: RedirectPrompt
  @Environment(\.webAuthenticationSession) private var browser
  @Environment(\.openURL) private var openURL

  var body: some View {
    Text("Continue at \(page.url.host() ?? "the page")").font(.headline)
    Button("Open") {
      guard let scheme = page.callbackScheme else {
        openURL(page.url)
        return
      }
      Task { await visit(scheme) }
    }
  }

  private func visit(_ scheme: String) async {
    do {
      await flow.resume(callback: try await browser.authenticate(using: page.url, callbackURLScheme: scheme))
    } catch {
      // The user closed the page, or the system could not open it. The prompt stays, so that the user can open the page
      // again or cancel.
    }
  }
}
