import AuthCore

/// A flow's last update, for the report of a law that hangs.
final class FlowJournal: Sendable {
  private let last = Locked("none")

  func note(_ update: FlowUpdate) {
    let text =
      switch update {
      case .idle: "idle"
      case .working(let activity): "working(\(activity.rawValue))"
      case .prompt(let prompt, let context):
        "the prompt '\(prompt.name)'" + (context.stepID.map { " (step \($0))" } ?? "")
      case .completed(let result): "completed with the result \(result.name)"
      case .failed(let error): "failed with \(error.code.rawValue)"
      }
    last.withLock { $0 = text }
  }

  var text: String { last.withLock { $0 } }
}
