import AuthCore
import AuthRuntime
import AuthTransport

/// An app that signs a user in and calls its API. This file contains no vendor-specific code. Its caller links the
/// providers, and the configuration selects the one that signs users in.
///
/// The same file is in every consumer of `Tests/linkage`, each of which links one of Latchkey's providers alone, and in
/// an example that links all of them and an external one.
struct SignInApp {
  let plugins: [ProviderPlugin]

  /// Runs the app.
  ///
  /// - Parameter words: the program, a configuration, an identifier (`-` for none), the API's URL, and optionally the
  ///   port of the redirect URL, for an identity provider where this URL must be registered.
  func run(_ words: [String]) async throws {
    guard words.count > 3 else { return print("usage: \(words[0]) CONFIGURATION IDENTIFIER URL [PORT]") }
    let auth = try AuthClient(configuration: .load(contentsOf: words[1]), plugins: plugins)
    let listener = try LoopbackRedirectListener(port: words.count > 4 ? Int(words[4]) ?? 0 : 0)
    let identifier = words[2] == "-" ? nil : words[2]
    let flow = auth.start(FlowRequest(identifier: identifier, redirectURL: listener.url))
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        if let error = context.lastError { print(error.message) }
        try await answer(prompt, flow, listener)
      case .completed: print("signed in")
      case .failed(let error): throw error
      case .idle, .working: break
      }
    }
    let session = try await auth.session()
    let response = try await auth.send(TransportRequest("GET", words[3]))
    print("\(session.subject) \(response.status)")
  }

  private func answer(_ prompt: Prompt, _ flow: AuthFlow, _ listener: LoopbackRedirectListener) async throws {
    switch prompt {
    case .enterCode(let code):
      print("code sent to \(code.destination)")
      guard let line = readLine() else { return await flow.cancel() }
      try await flow.submit(code: line)
    case .redirect(let page):
      print("open \(page.url)")
      try await flow.resume(callback: listener.callback(of: page))
    case .awaitApproval(let approval):
      print("enter \(approval.displayCode ?? "") at \(approval.verificationURL.map { "\($0)" } ?? "")")
    case .selectMethod, .selectAccount, .enterEmail, .enterPhone, .setupTOTP, .enterTOTP, .input, .sign,
      .unknown:
      throw AuthError(.unsupportedPrompt, "This app does not render '\(prompt.name)'. Add it to SignInApp.answer.")
    }
  }
}
