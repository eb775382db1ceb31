import AuthCore
import AuthUI
import SwiftUI

/// The provider, and what the app offers for it beyond signing in: Apple's button, wallets and a confirmation.
struct VendorsView: View {
  let model: AuthModel
  let samples: VendorSamples

  var body: some View {
    List {
      Section("Provider") { ProviderPicker(model: model) }
      if let context = samples.turnkey { TurnkeyAppleButton(context: context) }
      if let wallets = samples.wallets { WalletsView(signer: wallets) }
      if model.canStepUp {
        Section("Confirm your identity") {
          Button("Confirm a payment") { Task { await model.stepUp(action: "payment") } }
        }
      }
    }
  }
}
