import AuthUI
import SwiftUI

/// A button that sends the user's input when it is complete. Until then, a text describes what is missing.
struct SubmitButton: View {
  let flow: FlowModel
  var title = "Continue"

  var body: some View {
    if let fault = flow.input.fault, fault != .empty { Text(fault.message).font(.caption) }
    Button(title) { Task { await flow.submit() } }.disabled(!flow.canSubmit)
  }
}
