/// The next step that a logic requests.
public indirect enum FlowStep<Effect: Sendable>: Sendable {
  /// Perform this effect, and show this activity.
  case perform(Effect, Activity)
  /// Show this prompt.
  case prompt(Prompt, PromptContext)
  /// The flow has succeeded.
  case completed(FlowResult)
  /// The flow has failed.
  case failed(AuthError)

  /// Returns the same step with a transformed effect, for a logic that contains another logic.
  public func map<Other: Sendable>(_ transform: (Effect) -> Other) -> FlowStep<Other> {
    switch self {
    case .perform(let effect, let activity): .perform(transform(effect), activity)
    case .prompt(let prompt, let context): .prompt(prompt, context)
    case .completed(let result): .completed(result)
    case .failed(let error): .failed(error)
    }
  }
}

extension AuthError {
  /// Returns the error for a mistake in a logic: it did not handle an answer that its last prompt allows, or received
  /// an answer that the prompt does not allow.
  public static func misplaced(_ answer: FlowAnswer) -> AuthError {
    AuthError(
      .internalError, "\(answer.name) reached the flow without a matching prompt. Report this to the adapter's author.")
  }

  /// The error for a mistake in a logic: the outcome does not belong to the last effect.
  public static let misplacedOutcome = AuthError(
    .internalError, "The flow received an outcome that it was not waiting for. Report this to the adapter's author.")
}
