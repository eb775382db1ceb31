import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two tenants of one provider: neither uses the sessions and records of the other.
@Suite struct TenantTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore

  init() { store = MemorySessionStore(clock: clock) }

  private func configuration(_ tenant: String) throws(AuthError) -> AuthConfiguration {
    try AuthConfiguration(
      parsing: #"{"provider":"moving","fallback":["code"],"providers":{"moving":{"tenant":"\#(tenant)"},"code":{}}}"#
        .utf8)
  }

  private func client(_ tenant: String) throws -> AuthClient {
    try AuthClient(
      configuration: configuration(tenant),
      plugins: [
        ProviderPlugin("moving", product: "Moving", provider: MovingProvider.self),
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
      ], services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID, tenant: String) async throws {
    try await store.save(
      Session(
        id: SessionID(id), providerID: provider, tenant: tenant, subject: "jane@example.com",
        identifier: "jane@example.com", createdAt: clock.now()))
    try await store.select(SessionID(id), for: provider)
  }

  @Test("a sign-in at a tenant that is no longer configured does not replace the fallback's session")
  func fallbackStays() async throws {
    try await put("stand-in", "code", tenant: "tenant")
    let auth = try client("first")
    #expect(try await auth.session().providerID == "code")
    let flow = auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      guard case .prompt = update else { continue }
      try auth.reload(configuration("second"))
      try await flow.submit(code: "123456")
    }
    #expect(try await store.list().count == 2)
    #expect(try await auth.session().providerID == "code", "the user was signed in, and still is")
  }

  @Test("tenants that look alike but differ by bytes are different") func lookAlike() async throws {
    try await put("s1", "moving", tenant: "cafe\u{301}")
    let auth = try client("caf\u{e9}")
    #expect(try await auth.storedSession(provider: "moving") == nil)
    await #expect(throws: AuthError(.invalidRequest, "")) { _ = try await auth.account(SessionID("s1")) }
  }
}

/// A provider whose tenant is the member `tenant` of its block.
private struct MovingProvider: AuthProvider {
  struct Configuration: ProviderConfiguration {
    let tenant: String
    init(reading reader: inout ConfigurationReader) throws(AuthError) {
      tenant = try reader.optionalString("tenant") ?? ""
    }
  }

  struct Performer: FlowPerformer {
    let provider: MovingProvider
    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      guard case .verify = effect else { return .code }
      return .accepted(
        Session(
          id: SessionID("new"), providerID: provider.id, tenant: provider.tenant, subject: "jane@example.com",
          identifier: "jane@example.com", createdAt: provider.services.clock.now()))
    }
  }

  let id: ProviderID
  let tenant: String
  let methods: [MethodID] = [.emailOTP]
  let services: ProviderServices

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    (self.id, tenant, self.services) = (id, configuration.tenant, services)
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(CodeFlow(), performer: Performer(provider: self))
  }
}
