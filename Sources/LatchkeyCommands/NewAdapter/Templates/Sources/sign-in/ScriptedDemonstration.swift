import AuthCore
import AuthStorage
import Auth__Name__
import Scripted__Name__

/// A session's whole life against the scripted server, in this process: a refused answer, a sign-in, a request, a
/// renewal, a sign-out. It needs no account and no network, and stores nothing.
struct ScriptedDemonstration {
  private let server = Scripted__Name__Server(clock: SystemClock())

  func run() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration([
        "provider": "__name__", "providers": ["__name__": .object(Scripted__Name__Server.configuration)],
      ]),
      plugins: [.__name__],
      services: ClientServices(
        provider: ProviderServices(
          transport: server, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    let session = try await SignIn(auth: auth, answer: answer).run(FlowRequest(identifier: "jane@example.com"))
    print("signed in as \(session.subject)")
    let response = try await auth.send(TransportRequest("GET", Scripted__Name__Server.protectedURL))
    print("GET \(Scripted__Name__Server.protectedURL): \(response.status)")
    print("renewed: generation \(try await auth.refresh().generation)")
    let result = try await auth.signOut()
    print(result.unrevoked.isEmpty ? "signed out" : "signed out here; the server was not told")
  }

  /// A wrong answer first, where one is possible, then the right one.
  private func answer(_ prompt: Prompt, _ context: PromptContext) async throws -> FlowAnswer {
    if context.lastError == nil, let refused = await server.refusedAnswer(to: prompt) {
      print("\(prompt.name): a wrong answer")
      return refused
    }
    guard let right = await server.rightAnswer(to: prompt) else {
      throw AuthError(.unsupportedPrompt, "The script has no answer to '\(prompt.name)'.")
    }
    print("\(prompt.name): the right answer")
    return right
  }
}
