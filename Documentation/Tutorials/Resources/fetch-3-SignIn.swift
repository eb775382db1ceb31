import AuthCore

/// Signs a user in at a terminal.
struct SignIn {
  let auth: AuthClient

  func run(identifier: String?) async throws {
    let flow = auth.signIn(identifier: identifier)
    for await update in flow {
      switch update {
      case .prompt(.enterCode(let prompt), let context):
        if let error = context.lastError { print(error.message) }
        print("The code that was sent to \(prompt.destination):")
        if let code = readLine() { try await flow.submit(code: code) } else { await flow.cancel() }
      case .prompt(let prompt, _):
        print("This program does not show the prompt '\(prompt.name)'.")
        await flow.cancel()
      case .completed: print("signed in: \(try await auth.session().subject)")
      case .failed(let error): throw error
      case .idle, .working: break
      }
    }
  }
}
