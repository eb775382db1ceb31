/// What a flow shows, one after the other.
public enum FlowUpdate: Sendable {
  /// Nothing was sent yet; comes only before the first request.
  case idle
  /// Something is under way that the user does not have to act on.
  case working(Activity)
  /// The user has to act.
  case prompt(Prompt, PromptContext)
  /// Done; the last update.
  case completed(FlowResult)
  /// Not done; the last update.
  case failed(AuthError)

  /// Whether nothing follows.
  public var isTerminal: Bool {
    switch self {
    case .completed, .failed: true
    case .idle, .working, .prompt: false
    }
  }
}
