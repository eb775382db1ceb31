import AuthCore
import AuthUI
import SwiftUI

/// The selected provider, its signed-in user, and the open flow.
struct RootView: View {
  let model: AuthModel

  private var samples: VendorSamples { VendorSamples(model) }

  var body: some View {
    NavigationStack {
      List {
        if let flow = model.flow {
          Section { FlowView(flow: flow) { await model.close() } }
        } else {
          Section("Provider") { ProviderPicker(model: model) }
          if model.session.session == nil {
            Section("Sign in") {
              SignOutReasonView(model: model)
              SignInView(model: model, samples: samples)
            }
          } else {
            SessionView(model: model, samples: samples)
          }
          AccountsView(model: model)
          SignOutPagesView(accounts: model.accounts, session: model.session)
        }
        if let approvals = model.approvals() { ApprovalsView(approvals: approvals) }
        if let problem = model.session.problem {
          Section { Text(problem.message).foregroundStyle(.red) }
        }
      }
      .navigationTitle("Latchkey")
    }
    .onOpenURL { url in Task { await model.handle(url) } }
  }
}
