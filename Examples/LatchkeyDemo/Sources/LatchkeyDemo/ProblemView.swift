import AuthCore
import AuthUI
import SwiftUI

/// An error, and a button for each way to recover.
struct ProblemView: View {
  let flow: FlowModel

  var body: some View {
    if let problem = flow.problem {
      VStack(alignment: .leading) {
        Text(problem.message).foregroundStyle(.red)
        if let left = problem.attemptsRemaining {
          Text(left == 1 ? "1 attempt left" : "\(left) attempts left")
            .foregroundStyle(.secondary)
        }
        ForEach(flow.recoveryActions, id: \.name) { action in
          if let title = title(of: action) {
            Button(title) { Task { await flow.perform(action) } }.disabled(flow.isBusy)
          }
        }
        if let rest = flow.recoveryCountdown { Text("Try again in \(rest.text)").foregroundStyle(.secondary) }
        if let trace = problem.traceID { Text("For support: \(trace)").font(.caption) }
      }
    }
  }

  /// Returns the title of an action's button; nil if the user only has to answer the prompt again or to wait.
  private func title(of action: RecoveryAction) -> String? {
    switch action {
    case .resend: "Send a new code"
    case .repeatAnswer: "Try again"
    case .restart: "Start again"
    case .chooseMethod: "Choose another way"
    case .signIn: "Sign in again"
    case .correct, .wait, .giveUp: nil
    }
  }
}
