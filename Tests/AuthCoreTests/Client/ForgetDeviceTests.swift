import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The users for whom a sign-out removes the trust in the device.
@Suite struct ForgetDeviceTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let auth: AuthClient

  init() throws {
    store = MemorySessionStore(clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(
        parsing: #"{"provider":"one","providers":{"one":{"type":"trusting"},"two":{"type":"trusting"}}}"#.utf8),
      plugins: [ProviderPlugin("trusting", product: "Trusting", provider: TrustingProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID, _ identifier: String?) async throws {
    let session = Session(
      id: SessionID(id), providerID: provider, tenant: "tenant", subject: id, identifier: identifier,
      createdAt: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: provider)
  }

  private func provider(_ id: ProviderID) throws -> TrustingProvider {
    try #require(try auth.provider(id) as? TrustingProvider)
  }

  @Test("L12: only the provider that is named forgets the device") func named() async throws {
    try await put("a", "one", "ann@example.com")
    try await put("b", "two", "bob@example.com")
    _ = try await auth.signOut(SignOutOptions(forgetDevice: true), provider: "two")
    #expect(try provider("one").log.names.isEmpty)
    #expect(try provider("two").log.names == ["revoke b", "forget bob@example.com"])
  }

  @Test("L12: every user who is signed out is forgotten by the user's provider") func everyUser() async throws {
    try await put("a", "one", "ann@example.com")
    try await put("b", "one", "bob@example.com")
    try await put("c", "two", "cat@example.com")
    _ = try await auth.signOut(SignOutOptions(scope: .all, forgetDevice: true))
    #expect(
      try provider("one").log.names.filter { $0.hasPrefix("forget") }.sorted()
        == ["forget ann@example.com", "forget bob@example.com"])
    #expect(try provider("two").log.names.filter { $0.hasPrefix("forget") } == ["forget cat@example.com"])
  }

  @Test("L12: a provider that fails to forget loses no redirect and no unrevoked session")
  func failing() async throws {
    try await put("a", "one", "ann@example.com")
    let one = try provider("one")
    one.refusal.set(AuthError(.network, "No network."))
    let result = try await auth.signOut(SignOutOptions(forgetDevice: true))
    #expect(result.redirects.map(\.url.absoluteString) == ["https://id.example.com/end"])
    #expect(result.unrevoked.mapValues(\.code) == [SessionID("a"): .network])
    #expect(result.unforgotten.mapValues(\.code) == ["one": .network])
    #expect(try provider("two").log.names == ["forget ann@example.com"], "the other providers still forget the device")
  }

  @Test("L12: of several users who are not forgotten, the first one's error is reported") func first() async throws {
    try await put("a", "one", "ann@example.com")
    clock.advance(by: .seconds(1))
    try await put("b", "one", "bob@example.com")
    let one = try provider("one")
    one.refusal.set(AuthError(.network, "No network."))
    let result = try await auth.signOut(SignOutOptions(scope: .all, forgetDevice: true), provider: "one")
    #expect(result.unforgotten["one"]?.underlying == "bob@example.com", "the newest session comes first")
    #expect(one.log.names == ["miss bob@example.com", "miss ann@example.com"])
  }

  @Test("L12: a sign-out of all sessions at one provider leaves those of the others") func onlyOne() async throws {
    try await put("a", "one", "ann@example.com")
    try await put("b", "two", "bob@example.com")
    _ = try await auth.signOut(SignOutOptions(scope: .all), provider: "two")
    #expect(try await store.list().map(\.id) == [SessionID("a")])
    _ = try await auth.signOut(SignOutOptions(scope: .all))
    #expect(try await store.list().isEmpty)
  }

  @Test("L12: without a session, only a sign-out of all or one that forgets the device has something to do")
  func withoutASession() async throws {
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.signOut() }
    _ = try await auth.signOut(SignOutOptions(scope: .all))
    #expect(try provider("one").log.names.isEmpty)
    _ = try await auth.signOut(SignOutOptions(forgetDevice: true))
    #expect(try provider("one").log.names == ["forget all"])
  }

  @Test(
    "L12: the users to forget follow from the signed-out sessions",
    arguments: [
      ([("one", "ann")], nil, .selected, ["one": ["ann"], "two": ["ann"]]),
      ([("one", "ann")], "two", .selected, ["two": ["ann"]]),
      ([("one", "ann"), ("one", "ann"), ("one", "bob")], nil, .all, ["one": ["ann", "bob"], "two": [nil]]),
      ([("one", "ann"), ("one", nil)], nil, .all, ["one": [nil], "two": [nil]]),
      ([("one", "jos\u{E9}"), ("one", "jose\u{301}")], "one", .all, ["one": ["jos\u{E9}", "jose\u{301}"]]),
      ([], nil, .selected, ["one": [nil], "two": [nil]]),
    ] as [([(String, String?)], String?, SignOutOptions.Scope, [String: [String?]])])
  func plan(
    _ ended: [(String, String?)], _ asked: String?, _ scope: SignOutOptions.Scope, _ expected: [String: [String?]]
  ) {
    let plan = ForgottenDevices(
      ended: ended.map { (ProviderID($0.0), $0.1) }, asked: asked.map { ProviderID($0) }, scope: scope,
      instances: ["one", "two"])
    // Compares bytes, because Swift's strings are equal if they are canonically equivalent.
    let bytes: ([String?]) -> [[UInt8]?] = { $0.map { $0.map { Array($0.utf8) } } }
    let found = Dictionary(uniqueKeysWithValues: plan.identifiers.map { ($0.rawValue, bytes($1)) })
    #expect(found == expected.mapValues(bytes))
  }
}

/// A provider that trusts devices.
private struct TrustingProvider: SessionRevoking, DeviceForgetting {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let log = FakeProviderLog()
  let refusal = Refusal()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func revocation(of session: Session) -> Revocation? {
    let url = URL(string: "https://id.example.com/end")
    return Revocation(
      session: session, redirect: url.map { SignOutRedirect(url: $0, callbackScheme: nil, providerID: id) })
  }

  func revoke(_ revocation: Revocation) async throws(AuthError) {
    if let failure = refusal.value { throw failure }
    log.count("revoke \(revocation.session.subject)")
  }

  func forgetDevice(identifier: String?) async throws(AuthError) {
    if let failure = refusal.value {
      log.count("miss \(identifier ?? "all")")
      throw AuthError(failure.code, failure.message, underlying: identifier)
    }
    log.count("forget \(identifier ?? "all")")
  }
}
