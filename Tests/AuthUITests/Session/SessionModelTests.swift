import AuthCore
import AuthTesting
import AuthUI
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct SessionModelTests {
  let clock = ManualClock(Prompts.start)
  let client: AuthClient
  let model: SessionModel

  init() throws {
    client = try AuthClient.fake(clock: clock)
    model = SessionModel(client)
  }

  private func signIn(_ names: String..., provider: ProviderID? = nil) async throws {
    for name in names {
      _ = try await client.signIn(identifier: name, provider: provider).result()
      clock.advance(by: .seconds(1))
    }
  }

  @Test func showsTheSignedInUser() async throws {
    await until { model.state != .loading }
    #expect(!model.isSignedIn && model.session == nil)
    try await signIn("jane")
    await until { model.isSignedIn && model.sessions.count == 1 }
    #expect(model.session?.subject == "jane" && model.others.isEmpty)
  }

  @Test func switchesBetweenSessions() async throws {
    try await signIn("jane", "joe")
    await until { model.session?.subject == "joe" && model.sessions.count == 2 }
    let jane = try #require(model.others.first)
    await model.select(jane.id)
    await until { model.session?.subject == "jane" }
    #expect(model.others.map(\.subject) == ["joe"] && !model.isBusy && model.problem == nil)
  }

  @Test func removesASessionHere() async throws {
    try await signIn("jane", "joe")
    await until { model.sessions.count == 2 }
    await model.remove(try #require(model.sessions.first { $0.subject == "jane" }).id)
    #expect(model.sessions.map(\.subject) == ["joe"] && model.signOutResult == nil)
  }

  @Test func signsOutAndReportsWhatRemains() async throws {
    try await signIn("jane")
    await until { model.isSignedIn }
    await model.signOut()
    await until { model.state == .signedOut(.requested) }
    let left = try #require(model.signOutResult)
    #expect(left.redirects.map(\.url) == [Prompts.page])
    #expect(left.unrevoked.values.map(\.code) == [.network])
    #expect(model.sessions.isEmpty && model.problem == nil)
    model.finished(left.redirects[0])
    #expect(model.signOutResult?.redirects.isEmpty == true)
  }

  @Test func operationsThatFailReportTheProblem() async throws {
    await model.signOut()
    #expect(model.problem?.code == .notSignedIn && model.signOutResult == nil)
    await model.select(SessionID("unknown"))
    #expect(model.problem?.code == .notSignedIn)
    await model.refresh()
    #expect(model.problem?.code == .notSignedIn)
    try await signIn("jane")
    await model.select(SessionID("one-jane"))
    #expect(model.problem == nil, "a successful operation clears the problem")
  }

  @Test("L5: after a vendor switch, the user of the fallback is shown, until a sign-in at the new vendor")
  func showsAFallbacksUser() async throws {
    let client = try AuthClient.fake(clock: clock, fallback: ["two"])
    let model = SessionModel(client)
    await until { model.state != .loading }
    #expect(!model.isSignedIn)
    _ = try await client.signIn(identifier: "jane", provider: "two").result()
    await until { model.session?.id == SessionID("two-jane") }
    _ = try await client.signIn(identifier: "joe").result()
    await until { model.session?.id == SessionID("one-joe") }
  }

  @Test func followsOneProvider() async throws {
    let other = SessionModel(client, provider: "two")
    try await signIn("jane", provider: "two")
    await until { other.isSignedIn }
    #expect(!model.isSignedIn)
  }
}
