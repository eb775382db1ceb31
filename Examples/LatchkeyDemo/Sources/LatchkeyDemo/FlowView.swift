import AuthCore
import AuthUI
import SwiftUI

/// A flow: its prompt, its activity, its error and its result.
struct FlowView: View {
  let flow: FlowModel
  let close: () async -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      if let label = flow.context.stepLabel { Text(label).font(.headline) }
      if let risk = flow.context.risk, risk.detected {
        Text(risk.message ?? risk.reasons.joined(separator: ", ")).foregroundStyle(.orange)
      }
      if let prompt = flow.prompt {
        PromptView(flow: flow, prompt: prompt).disabled(flow.isBusy)
      }
      if let activity = flow.activity { ActivityView(activity: activity) }
      if flow.problem != nil { ProblemView(flow: flow) }
      if let result = flow.result { FlowResultView(result: result) }
      Button(flow.isFinished ? "Close" : "Cancel") { Task { await close() } }
    }
    .padding()
  }
}
