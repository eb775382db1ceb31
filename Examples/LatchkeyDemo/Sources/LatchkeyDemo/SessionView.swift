import AuthCore
import AuthUI
import SwiftUI

/// The signed-in user, with the actions that are available.
struct SessionView: View {
  let model: AuthModel
  let samples: VendorSamples

  var body: some View {
    if let session = model.session.session {
      Section("Signed in") {
        Text(session.displayName ?? session.identifier ?? session.subject)
        Text(model.session.state.name).foregroundStyle(.secondary)
        SignOutReasonView(model: model)
        Button("Renew") { Task { await model.session.refresh() } }
        Button("Sign out", role: .destructive) { Task { await model.session.signOut() } }
      }
      .disabled(model.session.isBusy)
    }
    if let wallets = samples.wallets { WalletsView(signer: wallets) }
    if model.canStepUp {
      Section("Confirm your identity") {
        Button("Confirm a payment") { Task { await model.stepUp(action: "payment") } }
      }
    }
    if !model.enrollableMethods.isEmpty {
      Section("Add a method") {
        ForEach(model.enrollableMethods, id: \.rawValue) { method in
          Button(method.rawValue) { Task { await model.enroll(method) } }
        }
      }
    }
  }
}
