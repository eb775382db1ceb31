import AuthCore
import AuthUI
import SwiftUI

/// Sign-ins on other devices that wait for a decision on this device.
struct ApprovalsView: View {
  @State private var approvals: ApprovalsModel
  @State private var number = ""

  init(approvals: ApprovalsModel) { _approvals = State(initialValue: approvals) }

  var body: some View {
    Section("Waiting for you") {
      ForEach(approvals.pending, id: \.id) { challenge in
        Text(challenge.action ?? "A sign-in").font(.headline)
        if let origin = challenge.origin { Text(origin).foregroundStyle(.secondary) }
        if let expiry = approvals.expiry(of: challenge) { Text("\(expiry.text) left").foregroundStyle(.secondary) }
        if challenge.needsNumber { TextField("The number on the other device", text: $number) }
        Button("Approve") { Task { await approvals.approve(challenge, number: number) } }
          .disabled(!approvals.canApprove(challenge, number: number))
        Button("Deny", role: .destructive) { Task { await approvals.deny(challenge) } }
      }
      if let problem = approvals.problem { Text(problem.message).foregroundStyle(.red) }
      Button("Look again") { Task { await approvals.reload() } }.disabled(approvals.isBusy)
    }
    .task { await approvals.reload() }
  }
}
