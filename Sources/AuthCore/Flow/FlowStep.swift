/// What a logic wants next.
public enum FlowStep<Effect: Sendable>: Sendable {
  /// Do this, and show that activity.
  case perform(Effect, Activity)
  /// Show this.
  case prompt(Prompt, PromptContext)
  /// Done.
  case completed(FlowResult)
  /// Not to be done.
  case failed(AuthError)

  /// The same step with another effect, for a logic that contains this one.
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
  /// A fault of a logic: the answer does not belong to the prompt that it showed last.
  public static func misplaced(_ answer: FlowAnswer) -> AuthError {
    AuthError(
      .internalError, "\(answer.name) came where the flow has no prompt for it. Report this to the adapter's author.")
  }

  /// A fault of a logic: the outcome does not belong to the effect that it asked for last.
  public static let misplacedOutcome = AuthError(
    .internalError, "An outcome came that the flow was not waiting for. Report this to the adapter's author.")
}
