import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A flow that added a credential may have changed the user's data, so the client fetches the data again.
@Suite struct CredentialFlowTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore

  init() { store = MemorySessionStore(clock: clock) }

  private func client() async throws -> AuthClient {
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"adding","providers":{"adding":{},"fake":{}}}"#.utf8),
      plugins: [
        ProviderPlugin("adding", product: "Adding", provider: AddingProvider.self),
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
      ], services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
    for id in ["other", "selected"] { try await store.save(.sample(id, provider: "adding", created: clock.now())) }
    try await auth.select(SessionID("selected"))
    return auth
  }

  private func described() async throws -> [String] {
    try await store.list().filter { $0.displayName == "Ada" }.map(\.id.rawValue)
  }

  private func enroll(_ session: Session?, _ auth: AuthClient) async throws {
    guard case .credential = try await auth.start(FlowRequest(purpose: .enroll(.totp), session: session)).result()
    else { throw AuthError(.internalError, "no credential") }
  }

  @Test func theSelectedUserIsDescribedAnew() async throws {
    let auth = try await client()
    try await enroll(nil, auth)
    #expect(try await described() == ["selected"])
  }

  @Test func theUserOfTheFlowIsDescribedAnewSelectedOrNot() async throws {
    let auth = try await client()
    try await enroll(try await store.load(SessionID("other")), auth)
    #expect(try await described() == ["other"])
  }

  @Test func aSessionOfAnotherProviderLeavesTheSelectedUserToDescribe() async throws {
    let auth = try await client()
    let foreign = Session.sample("foreign", provider: "fake", created: clock.now())
    try await store.save(foreign)
    try await enroll(foreign, auth)
    #expect(try await described() == ["selected"])
  }
}

/// A provider whose flow adds a credential at once.
private struct AddingProvider: CredentialEnrolling, SessionDescribing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let enrollableMethods: [MethodID] = [.totp]

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(AddingFlow(), performer: NoEffects())
  }

  func described(_ session: Session) async throws(AuthError) -> Session {
    var described = session
    described.displayName = "Ada"
    return described
  }
}

private struct AddingFlow: FlowLogic {
  typealias Effect = Never
  typealias Outcome = Never
  mutating func begin() -> FlowStep<Never> { .completed(.credential(Credential(id: "c1", method: .totp))) }
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Never> { .failed(.cancelled) }
  mutating func received(_ result: Result<Never, AuthError>) -> FlowStep<Never> { .failed(.cancelled) }
}

private struct NoEffects: FlowPerformer {
  func perform(_ effect: Never) async throws(AuthError) -> Never {}
}
