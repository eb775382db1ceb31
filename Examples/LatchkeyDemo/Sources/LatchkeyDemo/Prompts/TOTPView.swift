import AuthCore
import AuthUI
import SwiftUI

/// A field for the code that an authenticator app shows.
struct TOTPView: View {
  @Bindable var flow: FlowModel
  let code: TOTPPrompt

  var body: some View {
    Text("Enter the \(code.length) digits that your authenticator app shows").font(.headline)
    TextField("Code", text: $flow.input.text)
      .textContentType(.oneTimeCode)
      .onSubmit { Task { await flow.submit() } }
    SubmitButton(flow: flow)
  }
}
