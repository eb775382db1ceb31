import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in against the sandbox, from flow to stored session.
@Suite struct PrivySignInTests {
  @Test(arguments: ["ES256", "RS256"])
  func appsTokenOpensASession(_ algorithm: String) async throws {
    let app = try SandboxedApp()
    app.identity.change { $0.queue = [try? app.identity.sign("user-1", algorithm: algorithm)] }
    let (session, isNewUser) = try await app.signIn("jane@example.com")
    #expect(isNewUser)
    #expect(session.subject.hasPrefix("did:privy:c"))
    #expect(session.identifier == "jane@example.com")
    #expect(session.tenant == app.sandbox.descriptor["privy"]?["appId"]?.stringValue)
    #expect(session.tokens.access != nil)
    #expect(session.tokens.refresh != nil)
    #expect(session.tokens.other["privy_access_token"] != nil)
    #expect(session.tokens.access != session.tokens.other["privy_access_token"])
    #expect(session.expiresAt == app.clock.now().addingTimeInterval(3600))
    #expect(session.privyUser?.customUserID == "user-1")
    #expect(try await app.client.session() == session)
    #expect(try await app.store.load(session.id) == session)
    let again = try await app.signIn()
    #expect(!again.isNewUser)
    #expect(again.session.subject == session.subject)
    #expect(again.session.identifier == "user-1")
  }

  @Test func requestsOwnTokenIsNotReplaced() async throws {
    let app = try SandboxedApp()
    let token = try app.identity.sign("user-2")
    let flow = app.client.start(FlowRequest(token: token))
    guard case .session(let session, _) = try await flow.result() else {
      Issue.record("no session")
      return
    }
    #expect(session.privyUser?.customUserID == "user-2")
    #expect(app.identity.requests.isEmpty)
    for text in ["", "no-jwt", "a.b.c"] {
      let error = await app.client.start(FlowRequest(token: Secret(text))).failure()
      #expect(error?.code == .invalidToken, "\(text)")
    }
    #expect(app.identity.requests.isEmpty)
    #expect(try app.sandbox.requestCount("/custom_jwt_account/authenticate") == 1)
    #expect(try await app.client.session() == session)
  }

  @Test func refusesTamperedTokensAndKeepsTheEarlierSession() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    for tamper in ["alg-none", "wrong-key", "bad-signature"] {
      let token = try app.identity.sign("user-1", tamper: tamper)
      let error = await app.client.start(FlowRequest(token: token)).failure()
      #expect(error?.code == .invalidToken, "\(tamper)")
      #expect(error?.code.kind == .refused)
    }
    // An expired token is not sent.
    let sent = try app.sandbox.requestCount("/custom_jwt_account/authenticate")
    let expired = try app.identity.sign("user-1", tamper: "expired")
    #expect(await app.client.start(FlowRequest(token: expired)).failure()?.code == .tokenExpired)
    #expect(try app.sandbox.requestCount("/custom_jwt_account/authenticate") == sent)
    #expect(try await app.client.session() == session)
    #expect(try await app.me().status == 200)
  }

  @Test func asksForAStaleTokenAgain() async throws {
    let app = try SandboxedApp()
    let stale = try app.identity.sign("user-1", tamper: "expired")
    app.identity.change { $0.queue = [stale] }
    try await app.signIn()
    #expect(app.identity.requests.count == 2)
    #expect(app.identity.requests.first?.rejected == nil)
    #expect(app.identity.requests.last?.rejected == stale)
    #expect(app.identity.requests.allSatisfy { $0.purpose == .appIdentity && $0.providerID == "privy" })
    app.identity.change { $0.queue = [stale, stale] }
    #expect(await app.client.signIn().failure()?.code == .tokenExpired)
  }

  @Test func errorWithoutASourceSaysHowToSetOne() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let error = try #require(await app.client.signIn(identifier: "jane@example.com").failure())
    #expect(error.code == .tokenRequired)
    #expect(error.message.contains("$.providers.privy.tokenProvider"))
    #expect(error.message.contains("setTokenProvider"))
    // A token provider that is set later, on the client or on the provider, takes effect at the next call. The last
    // one set is used.
    try app.client.setTokenProvider(ClosureTokenProvider { _ in nil })
    #expect(await app.client.signIn().failure()?.code == .tokenRequired)
    try app.provider().setTokenProvider(app.identity)
    try await app.signIn()
  }

  @Test func tokenProvidersResultDecides() async throws {
    let app = try SandboxedApp()
    for blank in [nil, Secret(""), Secret(" \n")] {
      app.identity.change { $0.queue = [blank] }
      #expect(await app.client.signIn().failure()?.code == .tokenRequired)
    }
    app.identity.change { $0.queue = [Secret("not a token")] }
    #expect(await app.client.signIn().failure()?.code == .invalidToken)
    app.identity.change { $0.failure = AuthError(.network, "offline") }
    #expect(await app.client.signIn().failure()?.code == .network)
    #expect(try app.sandbox.requestCount("/custom_jwt_account/authenticate") == 0)
  }

  @Test func refusesUnknownUsersIfSignUpIsOff() async throws {
    let app = try SandboxedApp(["mode": "no-signup"])
    #expect(await app.client.signIn().failure()?.code == .userNotFound)
    // An explicit sign-up is still allowed. It fails for an existing user.
    let flow = app.client.start(FlowRequest(purpose: .signUp))
    guard case .session(let session, true) = try await flow.result() else {
      Issue.record("no new user")
      return
    }
    #expect(await app.client.start(FlowRequest(purpose: .signUp)).failure()?.code == .userExists)
    #expect(try await app.client.session() == session)
    let known = try await app.signIn()
    #expect(known.session.subject == session.subject)
    try app.control("/policy", ["provider": "privy", "createUsers": false])
    app.identity.change { $0.subject = "user-9" }
    let error = await app.client.start(FlowRequest(purpose: .signUp)).failure()
    #expect(error?.code == .userNotFound)
  }

  @Test func wrongApplicationIsAConfigurationError() async throws {
    for changes in [["appId": "other"], ["appClientId": "other"]] as [JSONObject] {
      let app = try SandboxedApp(changes)
      #expect(await app.client.signIn().failure()?.code == .invalidConfiguration)
    }
  }

  @Test func unreachableServerGivesOneError() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest))
    #expect(await app.client.signIn().failure()?.code == .network)
    app.transport.heal()
    #expect(try await app.client.session() == session)
  }

  @Test func everyRequestNamesAppAndClient() async throws {
    let app = try SandboxedApp(["nativeAppIdentifier": "com.example.app"])
    let inner = SandboxTransport(sandbox: app.sandbox, clock: app.clock)
    let recorder = ScriptedTransport { (request) throws(AuthError) in try await inner.send(request) }
    var services = try app.provider().services
    services.transport = recorder
    let provider = try PrivyProvider(id: "privy", configuration: app.provider().configuration, services: services)
    guard case .session(let session, _) = try await provider.flow().result() else {
      Issue.record("no session")
      return
    }
    _ = try await provider.refresh(session, token: nil)
    let requests = recorder.requests
    #expect(requests.count == 2)
    for request in requests {
      #expect(request.headers["privy-app-id"] == provider.configuration.appID)
      #expect(request.headers["privy-client-id"] == provider.configuration.appClientID)
      #expect(request.headers["privy-client"] == "latchkey-swift:" + PackageVersion.current)
      #expect(request.headers["x-native-app-identifier"] == "com.example.app")
      #expect(request.headers["Content-Type"] == "application/json")
    }
    let ids = Set(requests.compactMap { $0.headers["privy-ca-id"] })
    #expect(ids.count == 1)
    #expect(ids.first?.utf8.count == 36)
    #expect(ids.first?.lowercased() == ids.first)
    #expect(requests[0].headers["Authorization"] == nil)
    let own = try #require(session.tokens.other["privy_access_token"])
    #expect(requests[1].headers["Authorization"] == "Bearer " + own.revealText())
    #expect(requests[1].retry == .never)
    try await provider.discard(session)
    _ = try await provider.flow().result()
    #expect(try #require(recorder.requests.last).headers["privy-ca-id"] != ids.first)
  }
}
