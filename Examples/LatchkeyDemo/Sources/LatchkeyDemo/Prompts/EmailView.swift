import AuthUI
import SwiftUI

/// A field for an e-mail address.
struct EmailView: View {
  @Bindable var flow: FlowModel

  var body: some View {
    TextField("E-mail address", text: $flow.input.text)
      .textContentType(.emailAddress)
      .autocorrectionDisabled()
      .onSubmit { Task { await flow.submit() } }
    SubmitButton(flow: flow)
  }
}
