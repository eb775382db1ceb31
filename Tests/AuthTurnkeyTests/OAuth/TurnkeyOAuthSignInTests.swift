import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in with an account at an identity provider, against the sandbox. The test acts as the browser.
@Suite struct TurnkeyOAuthSignInTests {
  private static let settings: JSONObject = [
    "oauth": [
      "appScheme": "app", "google": ["clientId": "web", "secondaryClientIds": ["ios"]],
      "apple": ["clientId": "service"],
    ]
  ]

  /// The URL that a redirect prompt opens, and the fields of its query.
  private func page(_ prompt: Prompt) throws -> (url: String, fields: [String: String]) {
    guard case .redirect(let redirect) = prompt else { throw AuthError(.internalError, "\(prompt.name)") }
    let text = redirect.url.absoluteString
    let fields = try #require(PercentEncoding.decodeForm(text.drop { $0 != "?" }.dropFirst()))
    return (text, Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  private func callback(
    _ app: SandboxedApp, _ prompt: Prompt, subject: String = "jane", audience: String = "web", nonce: String? = nil
  ) throws -> URL {
    let fields = try page(prompt).fields
    let own = try #require(fields["nonce"])
    let token = try app.identityToken(subject: subject, audience: audience, nonce: nonce ?? own).revealText()
    let state = try #require(fields["state"])
    return try #require(URL(string: "app://?id_token=\(token)&code=c&state=\(state)"))
  }

  @Test func accountSignsUpOnceAndThenIn() async throws {
    let app = try SandboxedApp(Self.settings)
    #expect(try app.provider().methods.contains(.oauth("google")))
    var subjects: Set<String> = []
    for isFirst in [true, false] {
      let flow = app.client.start(FlowRequest(method: .oauth("google")))
      let (prompt, _) = try #require(await flow.nextPrompt())
      let opened = try page(prompt)
      #expect(opened.fields["redirectUri"] == "http://localhost/turnkey-oauth/redirect?scheme=app")
      try await flow.resume(callback: try callback(app, prompt))
      guard case .session(let session, let isNew) = try await flow.result() else {
        Issue.record("no session")
        return
      }
      #expect(isNew == isFirst)
      #expect(session.identifier == "jane@example.org")
      #expect(session.displayName == "Jane")
      #expect(try await app.provider().whoAmI(session).userID == session.subject)
      subjects.insert(session.subject)
    }
    #expect(subjects.count == 1)
    // The sign-up also registered the account for the client ids of the app's other platforms.
    let other = app.client.start(FlowRequest(purpose: .signUp, method: .oauth("google")))
    let (prompt, _) = try #require(await other.nextPrompt())
    try await other.resume(callback: try callback(app, prompt, audience: "ios"))
    #expect(await other.failure()?.code == .userExists)
    await app.client.settle()
    #expect(app.keys.live.count == 1)
  }

  @Test func otherFlowsCallbackLeavesTheAttemptOpen() async throws {
    let app = try SandboxedApp(Self.settings)
    let flow = app.client.start(FlowRequest(method: .oauth("google")))
    let (prompt, _) = try #require(await flow.nextPrompt())
    let foreign = try #require(URL(string: "app://?id_token=a.b.c&state=other"))
    let again = try #require(try await flow.prompt { try await flow.resume(callback: foreign) })
    #expect(again.prompt == prompt)
    #expect(again.context.lastError?.code == .redirectMismatch)
    try await flow.resume(callback: try callback(app, prompt))
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
  }

  @Test func refusalsAndWrongTokensEndTheFlowAndLeaveNoKey() async throws {
    let app = try SandboxedApp(Self.settings)
    let denied = app.client.start(FlowRequest(method: .oauth("google")))
    let (prompt, _) = try #require(await denied.nextPrompt())
    let state = try #require(try page(prompt).fields["state"])
    try await denied.resume(callback: try #require(URL(string: "app://?error=access_denied&state=\(state)")))
    let error = await denied.failure()
    #expect(error?.code == .redirectDenied)
    #expect(error?.vendorCode == "access_denied")

    let stolen = app.client.start(FlowRequest(method: .oauth("google")))
    let (second, _) = try #require(await stolen.nextPrompt())
    try await stolen.resume(callback: try callback(app, second, nonce: OAuthNonce.of(publicKeyHex: "02aa")))
    #expect(await stolen.failure()?.code == .invalidToken)
    let cancelled = app.client.start(FlowRequest(method: .oauth("apple")))
    _ = try #require(await cancelled.nextPrompt())
    await cancelled.cancel()
    #expect(app.keys.live.isEmpty)
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test func sameCallbackRecoversALostResponse() async throws {
    let app = try SandboxedApp(Self.settings)
    for path in ["/v1/account", "/v1/signup_v2", "/v1/oauth_login"] {
      let flow = app.client.start(FlowRequest(method: .oauth("google")))
      let (prompt, _) = try #require(await flow.nextPrompt())
      app.transport.add(Fault(.dropAnswer, times: 1, path: path))
      let url = try callback(app, prompt, subject: path)
      let held = try #require(try await flow.prompt { try await flow.resume(callback: url) }, "\(path)")
      #expect(held.context.lastError?.code == .network, "\(path)")
      try await flow.resume(callback: url)
      guard case .session(let session, let isNew) = try await flow.result() else {
        Issue.record("no session after \(path)")
        return
      }
      #expect(isNew, "\(path)")
      #expect(try await app.provider().whoAmI(session).userID == session.subject)
    }
  }

  @Test func unknownUserIsNotSignedUpIfDisabled() async throws {
    var settings = Self.settings
    settings["signUp"] = false
    let app = try SandboxedApp(settings)
    let flow = app.client.start(FlowRequest(method: .oauth("google")))
    let (prompt, _) = try #require(await flow.nextPrompt())
    try await flow.resume(callback: try callback(app, prompt))
    #expect(await flow.failure()?.code == .userNotFound)
    #expect(app.keys.live.isEmpty)
  }
}
