import AuthCore
import AuthUI
import SwiftUI

/// The secret for an authenticator app, and a field for the app's first code.
struct TOTPSetupView: View {
  @Bindable var flow: FlowModel
  let setup: TOTPSetupPrompt

  var body: some View {
    Text("Scan this code with your authenticator app").font(.headline)
    // The purpose of this prompt is to show the secret to the user.
    QRCodeView(text: setup.uri.revealText())
    Text(setup.secret.revealText()).textSelection(.enabled)
    TextField("First code", text: $flow.input.text).textContentType(.oneTimeCode)
    SubmitButton(flow: flow)
  }
}
