import AuthUI
import SwiftUI

/// A field for a phone number with its country code.
struct PhoneView: View {
  @Bindable var flow: FlowModel

  var body: some View {
    TextField("+1 415 555 0123", text: $flow.input.text)
      .textContentType(.telephoneNumber)
      .onSubmit { Task { await flow.submit() } }
    SubmitButton(flow: flow)
  }
}
