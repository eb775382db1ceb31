import AuthCore
import AuthUI
import SwiftUI

/// A field for the identifier, which is optional, and the sign-in methods.
struct SignInView: View {
  let model: AuthModel
  let samples: VendorSamples
  @State private var identifier = ""

  var body: some View {
    PasskeyField(model: model, identifier: $identifier) { signIn(nil) }
    Button("Continue") { signIn(nil) }
    if let context = samples.turnkey { TurnkeyAppleButton(context: context) }
    ForEach(model.methods, id: \.rawValue) { method in
      Button("Continue with \(method.rawValue)") { signIn(method) }
    }
  }

  private func signIn(_ method: MethodID?) {
    let typed = identifier.isEmpty ? nil : identifier
    Task { await model.signIn(identifier: typed, method: method, redirectURL: Redirect.callback) }
  }
}
