import AuthCore
import AuthSandboxKit
import AuthStorage
import Auth__Name__
import Sandbox__Name__

/// A refused code, a sign-in, a request, a renewal and a sign-out at the vendor's sandbox, in this process. The
/// demonstration needs no account and no network, and stores nothing.
struct Demonstration {
  private let sandbox: Sandbox

  init() throws(AuthError) { sandbox = try Sandbox(vendors: [.__name__]) }

  func run() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration(sandbox.configuration.objectValue ?? [:]), plugins: [.__name__],
      services: ClientServices(
        provider: ProviderServices(
          transport: SandboxTransport(sandbox: sandbox), keys: KeyRing(MemoryKeyStore()),
          records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    // CHANGE ME 3: a sign-in with each method that your vendor offers, by `FlowRequest(identifier: …, method: …)`.
    let session = try await SignIn(auth: auth, answer: answer).run(FlowRequest(identifier: "jane@example.com"))
    print("signed in as \(session.subject)")
    // CHANGE ME 2: a route of your vendor that a session authorises.
    let url = sandbox.baseURL + "/__name__/v1/me"
    let response = try await auth.send(TransportRequest("GET", url))
    print("GET \(url): \(response.status)")
    guard response.status == 200 else {
      throw AuthError(
        .serverError, "The sandbox refused the request of the session. Check that the sandbox serves \(url).")
    }
    print("renewed: generation \(try await auth.refresh().generation)")
    let result = try await auth.signOut()
    print(result.unrevoked.isEmpty ? "signed out" : "signed out locally; the session was not revoked at the server")
  }

  /// Answers the first prompt with a wrong code, and later ones with the code in the sandbox's outbox.
  private func answer(_ prompt: Prompt, _ context: PromptContext) async throws -> FlowAnswer {
    // CHANGE ME 3: an answer to the prompts of each method, such as `.input` for a password.
    guard case .enterCode = prompt else {
      throw AuthError(
        .unsupportedPrompt, "The demonstration has no answer to '\(prompt.name)'. Add one to Demonstration.swift.")
    }
    let isFirst = context.lastError == nil
    print("\(prompt.name): \(isFirst ? "a wrong answer" : "the right answer")")
    return .code(Secret(isFirst ? try sandbox.wrongCode() : try sandbox.lastCode()))
  }
}
