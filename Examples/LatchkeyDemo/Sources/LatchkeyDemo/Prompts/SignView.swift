import AuthCore
import AuthUI
import SwiftUI

/// The message that a wallet has to sign, and a field for its signature.
struct SignView: View {
  @Bindable var flow: FlowModel
  let prompt: SignPrompt

  var body: some View {
    Text("Sign this message with your wallet").font(.headline)
    Text(prompt.message).textSelection(.enabled)
    TextField("Signature", text: $flow.input.text).autocorrectionDisabled()
    SubmitButton(flow: flow)
  }
}
