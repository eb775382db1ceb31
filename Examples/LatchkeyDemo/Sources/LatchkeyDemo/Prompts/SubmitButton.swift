import AuthUI
import SwiftUI

/// Sends the user's input once it is complete; until then it says what is missing.
struct SubmitButton: View {
  let flow: FlowModel
  var title = "Continue"

  var body: some View {
    if let fault = flow.input.fault, fault != .empty { Text(fault.message).font(.caption) }
    Button(title) { Task { await flow.submit() } }.disabled(!flow.canSubmit)
  }
}
