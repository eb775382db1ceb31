import AuthBeacon
import AuthCore
import AuthStorage
import ScriptedBeacon

/// A sign-in, a request, a renewal and a sign-out at the scripted server, in this process: no account, no network,
/// nothing stored.
struct ScriptedDemonstration {
  private let server = ScriptedBeaconServer(clock: SystemClock(), questionsBeforeApproval: 1)

  func run() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration([
        "provider": "beacon", "providers": ["beacon": .object(ScriptedBeaconServer.configuration)],
      ]),
      plugins: [.beacon],
      services: ClientServices(
        provider: ProviderServices(
          transport: server, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    let session = try await SignIn(auth: auth, answer: answer).run(FlowRequest(identifier: "jane@example.com"))
    print("signed in as \(session.subject)")
    let response = try await auth.send(TransportRequest("GET", ScriptedBeaconServer.protectedURL))
    print("GET \(ScriptedBeaconServer.protectedURL): \(response.status)")
    print("renewed: generation \(try await auth.refresh().generation)")
    let result = try await auth.signOut()
    print(result.unrevoked.isEmpty ? "signed out" : "signed out locally; the server was not told")
  }

  /// Gives a wrong answer first, if one is possible, then the right one.
  private func answer(_ prompt: Prompt, _ context: PromptContext) async throws -> FlowAnswer {
    if context.lastError == nil, let refused = await server.refusedAnswer(to: prompt) {
      print("\(prompt.name): a wrong answer")
      return refused
    }
    guard let right = await server.rightAnswer(to: prompt) else {
      throw AuthError(.unsupportedPrompt, "The script has no answer for '\(prompt.name)'.")
    }
    print("\(prompt.name): the right answer")
    return right
  }
}
