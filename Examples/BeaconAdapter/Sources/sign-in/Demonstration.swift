import AuthBeacon
import AuthCore
import AuthSandboxKit
import AuthStorage
import SandboxBeacon

/// A sign-in, a request, a renewal and a sign-out at Beacon's sandbox, in this process. The demonstration needs no
/// account and no network, and stores nothing.
struct Demonstration {
  private let sandbox: Sandbox

  init() throws(AuthError) { sandbox = try Sandbox(vendors: [.beacon]) }

  func run() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration(sandbox.configuration.objectValue ?? [:]), plugins: [.beacon],
      services: ClientServices(
        provider: ProviderServices(
          transport: SandboxTransport(sandbox: sandbox), keys: KeyRing(MemoryKeyStore()),
          records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    let phone = Task { try await approve() }
    defer { phone.cancel() }
    let session = try await SignIn(auth: auth, answer: Terminal.answer).run(
      FlowRequest(identifier: "jane@example.com"))
    print("signed in as \(session.subject)")
    let url = sandbox.baseURL + "/beacon/me"
    print("GET \(url): \(try await auth.send(TransportRequest("GET", url)).status)")
    print("renewed: generation \(try await auth.refresh().generation)")
    let result = try await auth.signOut()
    print(result.unrevoked.isEmpty ? "signed out" : "signed out locally; the session was not revoked at the server")
  }

  /// Approves each waiting request, as a user would on the sandbox's page.
  private func approve() async throws {
    while !Task.isCancelled {
      try await Task.sleep(for: .milliseconds(200))
      let waiting = sandbox.handle(SandboxRequest("GET", "/sandbox/approvals"))
      for approval in try JSONValue(parsing: waiting.body)["approvals"]?.arrayValue ?? [] {
        guard let id = approval["challengeId"] else { continue }
        _ = sandbox.handle(
          SandboxRequest("POST", "/sandbox/approve", json: ["challengeId": id, "decision": "approve"]))
      }
    }
  }
}
