public import AuthCore

/// Reading a flow in a test, one prompt at a time.
extension AuthFlow {
  /// The current prompt, or the next one; nil when the flow ends without a prompt.
  public func nextPrompt() async -> (prompt: Prompt, context: PromptContext)? {
    for await update in self {
      if case .prompt(let prompt, let context) = update { return (prompt, context) }
    }
    return nil
  }

  /// The prompt that follows `action`, not the one before it; nil when the flow ends instead.
  ///
  /// - Throws: what `action` throws.
  public func prompt<Failure: Error>(
    after action: () async throws(Failure) -> Void
  ) async throws(Failure) -> (prompt: Prompt, context: PromptContext)? {
    var updates = makeAsyncIterator()
    _ = await updates.next()
    try await action()
    while let update = await updates.next() {
      if case .prompt(let prompt, let context) = update { return (prompt, context) }
    }
    return nil
  }

  /// The error that the flow ends in; nil when it ends in a result.
  public func failure() async -> AuthError? {
    do throws(AuthError) {
      _ = try await result()
      return nil
    } catch {
      return error
    }
  }
}
