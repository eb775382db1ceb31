import AuthCore
import AuthUI
import SwiftUI

/// Fields to fill in, and the message that a wallet must sign if one of the fields is its signature.
struct FieldsView: View {
  @Bindable var flow: FlowModel
  let fields: [InputField]

  var body: some View {
    if let message = flow.messageToSign {
      Text("Sign this with your wallet").font(.headline)
      Text(message).textSelection(.enabled)
    }
    ForEach(fields, id: \.name) { field in
      switch field.kind {
      case .pin: SecureField(field.label, text: $flow.input[field: field.name])
      case .text, .captcha, .inviteCode:
        TextField(field.label, text: $flow.input[field: field.name]).autocorrectionDisabled()
      }
    }
    SubmitButton(flow: flow)
  }
}
