/// One update of a flow.
public indirect enum FlowUpdate: Sendable {
  /// Nothing was sent yet. Only the first update is `idle`.
  case idle
  /// The flow is working, and the user does not have to act.
  case working(Activity)
  /// The user has to act.
  case prompt(Prompt, PromptContext)
  /// The flow has succeeded; the last update.
  case completed(FlowResult)
  /// The flow has failed; the last update.
  case failed(AuthError)

  /// Whether this is the last update.
  public var isTerminal: Bool {
    switch self {
    case .completed, .failed: true
    case .idle, .working, .prompt: false
    }
  }
}
