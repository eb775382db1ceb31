import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import BackendServer
import OTPLogin
import Testing
import TurnkeyBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The guide's app, the backend and the sandbox, in one process.
@MainActor @Suite struct OTPLoginTests {
  let clock = ManualClock()
  let sandbox: Sandbox
  let backend: Backend
  let context: TurnkeyContext
  let login: OTPLogin

  init() throws {
    sandbox = try Sandbox(clock: clock)
    backend = try Backend.sandboxed(sandbox, clock: clock)
    var block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
    // The app's own backend replaces the auth proxy.
    block["authProxyConfigId"] = nil
    let transport = SandboxTransport(sandbox: sandbox, clock: clock)
    let client = try AuthClient(
      configuration: AuthConfiguration(["provider": "turnkey", "providers": ["turnkey": .object(block)]]),
      plugins: [.turnkey],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
    context = try TurnkeyContext(client)
    login = OTPLogin(
      context: context,
      backend: BackendAPI(
        baseURL: try #require(URL(string: "https://backend.example")), transport: BackendTransport(backend: backend)))
  }

  @Test func newUsersSignUpAndKnownUsersSignIn() async throws {
    var subjects: Set<String> = []
    for _ in 0..<2 {
      let attempt = try await login.sendCode(to: "jane@example.org")
      let session = try await login.logIn(attempt, code: try sandbox.lastCode(to: "jane@example.org"))
      #expect(context.authState == .authenticated)
      let me = try await context.client().whoAmI()
      #expect(me.userID == session.subject)
      subjects.insert(session.subject)
      // The vendor treats equal requests at the same time as the same activity.
      clock.advance(by: .seconds(1))
    }
    #expect(subjects.count == 1)
  }

  @Test func wrongCodeLeavesTheAttemptOpen() async throws {
    let attempt = try await login.sendCode(to: "joe@example.org")
    do throws(AuthError) {
      _ = try await login.logIn(attempt, code: "wrong")
      Issue.record("a wrong code was accepted")
    } catch {
      #expect(error.code == .invalidCode)
    }
    #expect(context.session == nil)
    _ = try await login.logIn(attempt, code: try sandbox.lastCode(to: "joe@example.org"))
    #expect(context.session != nil)
  }

  @Test func callsThatNeedTheAuthProxyReportItMissing() async throws {
    await #expect(throws: AuthError(.missingAuthProxyConfiguration, "")) {
      _ = try await context.initOtp(contact: "jane@example.org", otpType: .email)
    }
  }

  @Test(.enabled(if: SystemTransportProbe.isAvailable, "libcurl is not installed"))
  func signsInThroughTheServer() async throws {
    let server = try HTTPServer()
    let backend = backend
    server.start { await backend.answer($0) }
    defer { server.stop() }
    let api = BackendAPI(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")),
      transport: try SystemTransportProbe.make())
    #expect(try await api.organizations(of: "nobody@example.org") == [])
    let overHTTP = OTPLogin(context: context, backend: api)
    let attempt = try await overHTTP.sendCode(to: "jim@example.org")
    let session = try await overHTTP.logIn(attempt, code: try sandbox.lastCode(to: "jim@example.org"))
    #expect(context.session?.id == session.id)
  }
}
