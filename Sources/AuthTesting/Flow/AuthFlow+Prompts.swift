public import AuthCore

/// Methods that read a flow in a test, one prompt at a time.
extension AuthFlow {
  /// Returns the current prompt or waits for the next one; nil if the flow ends without a prompt.
  public func nextPrompt() async -> (prompt: Prompt, context: PromptContext)? {
    for await update in self {
      if case .prompt(let prompt, let context) = update { return (prompt, context) }
    }
    return nil
  }

  /// Performs `action` and returns the prompt that the flow shows next; nil if the flow ends instead. A prompt that the
  /// flow showed before `action` is skipped.
  ///
  /// - Throws: the error that `action` throws.
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

  /// Waits for the end of the flow and returns its error; nil if the flow ends with a result.
  public func failure() async -> AuthError? {
    do throws(AuthError) {
      _ = try await result()
      return nil
    } catch {
      return error
    }
  }
}
