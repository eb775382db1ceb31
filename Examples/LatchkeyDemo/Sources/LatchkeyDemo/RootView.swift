import AuthCore
import AuthPrivy
import AuthUI
import SwiftUI

/// The screens of `AuthUI`, and the samples for single vendors.
struct RootView: View {
  let model: AuthModel

  var body: some View {
    TabView {
      AuthScreen(model: model, redirectURL: Redirect.callback)
        .tabItem { Label("Sign in", systemImage: "person.badge.key") }
      AccountsScreen(model: model)
        .tabItem { Label("Accounts", systemImage: "person.2") }
      if let approvals = model.approvals() {
        ApprovalsScreen(model: approvals).tabItem { Label("Approvals", systemImage: "checkmark.shield") }
      }
      VendorsView(model: model, samples: VendorSamples(model))
        .tabItem { Label("More", systemImage: "ellipsis.circle") }
    }
    .authHandlers(handlers)
  }

  /// Only Apple's button needs code for one vendor; the screens show every other prompt.
  private var handlers: AuthHandlers {
    var handlers = AuthHandlers()
    handlers.prompt = { flow in
      guard case .input = flow.prompt, let state = flow.context.nativeSignInState else { return nil }
      return AnyView(PrivyAppleButton(flow: flow, state: state))
    }
    return handlers
  }
}
