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
}
