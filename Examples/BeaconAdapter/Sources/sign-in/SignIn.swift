import AuthCore

/// Signs a user in. The loop handles prompts and contains no vendor-specific code, so it works with every provider.
struct SignIn {
  let auth: AuthClient
  /// Answers a prompt, as the user would.
  let answer: (Prompt, PromptContext) async throws -> FlowAnswer

  func run(_ request: FlowRequest) async throws -> Session {
    let flow = auth.start(request)
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        if let error = context.lastError { print("  \(error.message)") }
        // This prompt needs no answer here: the flow polls the server until the user has decided on the other device.
        if case .awaitApproval(let approval) = prompt {
          print("Confirm \(approval.displayCode ?? "") on the other device.")
          if let url = approval.verificationURL { print("  \(url)") }
          continue
        }
        try await flow.answer(try await answer(prompt, context))
      case .failed(let error): throw error
      case .idle, .working, .completed: break
      }
    }
    return try await auth.session()
  }
}
