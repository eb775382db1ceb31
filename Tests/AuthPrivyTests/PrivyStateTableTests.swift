import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

/// The state table (Privy protocol notes §5.7), row by row: the first state, the event, and the last state.
/// `PrivyStateTests` tests the other effects of the events.
@Suite struct PrivyStateTableTests {
  /// The states by the vendor's names. The raw values are this package's names.
  enum State: String, Sendable {
    case notReady = "loading"
    case unauthenticated = "signedOut"
    case unverified = "unverified"
    case authenticated = "signedIn"
  }

  /// An app in the row's first state.
  struct Stage: Sendable {
    let app: SandboxedApp
    let client: AuthClient
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let from: State
    let event: String
    let to: State
    /// Whether the states are published to readers.
    var isHeard = true
    let arrange: @Sendable () async throws -> Stage
    let act: @Sendable (Stage) async throws -> Void

    var testDescription: String { "\(from) | \(event) | \(to)" + (isHeard ? "" : ", unheard") }
  }

  private static func fresh() async throws -> Stage {
    let app = try SandboxedApp()
    return Stage(app: app, client: app.client)
  }

  private static func signedIn(_ changes: JSONObject = [:]) async throws -> Stage {
    let app = try SandboxedApp(changes)
    try await app.signIn()
    return Stage(app: app, client: app.client)
  }

  /// An app that signed in and restarted `seconds` later.
  private static func stored(after seconds: Int, isOnline: Bool = true) async throws -> Stage {
    let stage = try await signedIn()
    stage.app.clock.advance(by: .seconds(seconds))
    if !isOnline { stage.app.transport.add(Fault(.dropRequest)) }
    return Stage(app: stage.app, client: try stage.app.startedAnew())
  }

  /// An app whose session has expired and is not renewed yet.
  private static func unverified() async throws -> Stage {
    let stage = try await stored(after: 3600, isOnline: false)
    _ = await failure { _ = try await stage.client.session() }
    stage.app.transport.heal()
    return stage
  }

  private static func ask(_ stage: Stage) async { _ = await failure { _ = try await stage.client.session() } }

  private static func revoke(_ stage: Stage) async throws {
    let session = try #require(try await stage.client.storedSession())
    try stage.app.sandbox.endSessions(of: session, at: "privy")
    stage.app.clock.advance(by: .seconds(3600))
  }

  static let table: [Row] = [
    Row(from: .notReady, event: "no stored session", to: .unauthenticated, arrange: fresh) { await ask($0) },
    // Our client needs no round trip while the token is valid.
    Row(from: .notReady, event: "stored, token live", to: .authenticated, arrange: { try await stored(after: 60) }) {
      _ = try await $0.client.storedSession()
    },
    Row(
      from: .notReady, event: "stored, token expired, offline", to: .unverified,
      arrange: { try await stored(after: 3600, isOnline: false) }
    ) { await ask($0) },
    Row(
      from: .notReady, event: "stored, rejected, no provider token", to: .unauthenticated,
      arrange: {
        // The server ends the session before a reader follows the states, because an expired session is renewed as
        // soon as a reader follows them.
        let stage = try await stored(after: 3600)
        stage.app.identity.change { $0.subject = nil }
        let session = try #require(try await stage.app.store.list().first)
        try stage.app.sandbox.endSessions(of: session, at: "privy")
        return stage
      }
    ) { await ask($0) },
    Row(
      from: .unauthenticated, event: "login ok", to: .authenticated,
      arrange: {
        let stage = try await fresh()
        _ = try await stage.client.storedSession()
        return stage
      }
    ) { _ = try await $0.client.loginWithCustomAccessToken() },
    Row(from: .unverified, event: "onNetworkRestored", to: .authenticated, arrange: unverified) {
      try await $0.client.onNetworkRestored()
    },
    Row(from: .unverified, event: "getAccessToken ok", to: .authenticated, arrange: unverified) {
      _ = try await $0.client.session()
    },
    Row(
      from: .authenticated, event: "refresh ok, same user data", to: .authenticated, isHeard: false,
      arrange: { try await signedIn() }
    ) { _ = try await $0.client.refresh() },
    Row(from: .authenticated, event: "user data changed", to: .authenticated, arrange: { try await signedIn() }) {
      stage in
      let session = try #require(try await stage.client.storedSession())
      try stage.app.server(
        "POST", "/users/\(session.subject)/custom_metadata", ["custom_metadata": ["tier": "gold"]])
      _ = try await stage.client.reloadPrivyUser()
    },
    Row(from: .authenticated, event: "token expired + offline", to: .unverified, arrange: { try await signedIn() }) {
      stage in
      stage.app.transport.add(Fault(.dropRequest))
      stage.app.clock.advance(by: .seconds(3600))
      await ask(stage)
    },
    Row(from: .authenticated, event: "clear", to: .unauthenticated, arrange: { try await signedIn() }) { stage in
      stage.app.identity.change { $0.subject = nil }
      try await revoke(stage)
      await ask(stage)
    },
    Row(from: .unverified, event: "clear", to: .unauthenticated, arrange: unverified) { stage in
      stage.app.identity.change { $0.subject = nil }
      try await revoke(stage)
      await ask(stage)
    },
    Row(from: .authenticated, event: "logout", to: .unauthenticated, arrange: { try await signedIn() }) {
      _ = try await $0.client.signOut()
    },
    Row(from: .unverified, event: "logout", to: .unauthenticated, arrange: unverified) {
      _ = try await $0.client.signOut()
    },
    Row(
      from: .authenticated, event: "mismatch", to: .unauthenticated,
      arrange: { try await signedIn(["reauth": "providerOnly"]) }
    ) { stage in
      stage.app.identity.change { $0.subject = "another-user" }
      stage.app.clock.advance(by: .seconds(3600))
      await ask(stage)
    },
  ]

  @Test(arguments: table) func row(_ row: Row) async throws {
    let stage = try await row.arrange()
    // Reading the state makes the client ready, so a row that starts at `notReady` must not read it.
    if row.from != .notReady { #expect(try await stage.client.state().name == row.from.rawValue) }
    let heard = Locked([SessionState]())
    let states = stage.client.states()
    let reader = Task { for await state in states { heard.withLock { $0.append(state) } } }
    while heard.withLock({ $0.isEmpty }) { await Task.yield() }
    try await row.act(stage)
    let end = try await stage.client.state()
    #expect(end.name == row.to.rawValue)
    if row.isHeard {
      while heard.withLock({ $0.last }) != end { await Task.yield() }
    } else {
      // The event published no state: the next published state is that of the sign-out.
      _ = try await stage.client.signOut()
      while heard.withLock({ $0.last?.name }) != State.unauthenticated.rawValue { await Task.yield() }
      #expect(heard.withLock { $0.map(\.name) } == [row.from.rawValue, State.unauthenticated.rawValue])
    }
    reader.cancel()
  }
}
