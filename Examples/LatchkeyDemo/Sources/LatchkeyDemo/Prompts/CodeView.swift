import AuthCore
import AuthUI
import SwiftUI

/// A field for a code that was sent, and the times when it expires and when the user can request a new one.
struct CodeView: View {
  @Bindable var flow: FlowModel
  let code: CodePrompt

  var body: some View {
    Text("Enter the code that was sent to \(code.destination)").font(.headline)
    TextField("Code", text: $flow.input.text)
      .textContentType(.oneTimeCode)
      .onSubmit { Task { await flow.submit() } }
    if let expiry = flow.expiryCountdown {
      Text(expiry.isOver ? "The code has expired." : "It is valid for \(expiry.text).").foregroundStyle(.secondary)
    }
    if let left = flow.context.attemptsRemaining {
      Text(left == 1 ? "1 attempt left" : "\(left) attempts left")
        .foregroundStyle(.secondary)
    }
    SubmitButton(flow: flow)
    if let rest = flow.resendCountdown {
      Text("You can request a new code in \(rest.text)").foregroundStyle(.secondary)
    } else if code.isResendable {
      Button("Send a new code") { Task { await flow.resend() } }.disabled(!flow.canResend)
    }
  }
}
