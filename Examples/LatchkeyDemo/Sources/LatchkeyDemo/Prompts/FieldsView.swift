import AuthCore
import AuthUI
import SwiftUI

/// Fields to fill in.
struct FieldsView: View {
  @Bindable var flow: FlowModel
  let fields: [InputField]

  var body: some View {
    ForEach(fields, id: \.name) { field in
      if field.kind.isMasked {
        SecureField(field.label, text: $flow.input[field: field.name])
      } else {
        TextField(field.label, text: $flow.input[field: field.name]).autocorrectionDisabled()
      }
    }
    SubmitButton(flow: flow)
  }
}
