import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

/// Signing in and up by a passkey, against the sandbox.
@Suite struct TurnkeyPasskeySignInTests {
  private func session(_ flow: AuthFlow) async throws -> (session: Session, isNew: Bool) {
    guard case .session(let session, let isNew) = try await flow.result() else {
      throw AuthError(.internalError, "The flow ended without a session.")
    }
    return (session, isNew)
  }

  @Test func passkeySignsUpAndThenIn() async throws {
    let app = try SandboxedApp(hasPasskeys: true)
    #expect(try app.provider().methods.contains(.passkey))
    let (made, isNew) = try await session(
      app.client.start(
        FlowRequest(
          purpose: .signUp, method: .passkey,
          profile: FlowProfile(userName: "Jane", parameters: ["sessionKey": "phone"]))))
    #expect(isNew)
    #expect(made.tags["sessionKey"] == "phone")
    #expect(try await app.provider().whoAmI(made).userName == "Jane")
    // The sign-up needed no second ceremony, because the temporary key opened the session.
    let (found, isNewAgain) = try await session(app.client.start(FlowRequest(method: .passkey)))
    #expect(!isNewAgain)
    #expect(found.subject == made.subject)
    #expect(found.claims["organization_id"] == made.claims["organization_id"])
    #expect(found.key != made.key)
    await app.client.settle()
    #expect(found.key.map { [$0] } == app.keys.live)
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test func unknownContactSignsUpAndKnownContactSignsIn() async throws {
    let app = try SandboxedApp(hasPasskeys: true)
    let request = FlowRequest(identifier: app.address, method: .passkey)
    let (first, isNew) = try await session(app.client.start(request))
    #expect(isNew)
    #expect(first.identifier == app.address)
    let (second, isNewAgain) = try await session(app.client.start(request))
    #expect(!isNewAgain)
    #expect(second.subject == first.subject)
    let taken = app.client.start(FlowRequest(identifier: app.address, purpose: .signUp, method: .passkey))
    #expect(await taken.failure()?.code == .userExists)
  }

  @Test func signsUpNoUserIfDisabled() async throws {
    let app = try SandboxedApp(["signUp": false], hasPasskeys: true)
    let flow = app.client.start(FlowRequest(identifier: app.address, method: .passkey))
    #expect(await flow.failure()?.code == .userNotFound)
    #expect(try app.count("/v1/signup_v2") == 0)
  }

  @Test func refusalByTheAuthenticatorEndsTheFlowAndLeavesNoKey() async throws {
    let app = try SandboxedApp(hasPasskeys: true)
    #expect(await app.client.start(FlowRequest(method: .passkey)).failure()?.code == .noCredential)
    _ = try await session(app.client.start(FlowRequest(purpose: .signUp, method: .passkey)))
    app.person.decision = .deny
    #expect(await app.client.start(FlowRequest(method: .passkey)).failure()?.code == .cancelled)
    #expect(app.keys.live.count == 1)
    let malformed = app.client.start(FlowRequest(identifier: "jane@", method: .passkey))
    #expect(await malformed.failure()?.code == .invalidIdentifier)
  }

  @Test func reportsAnUnknownPasskeyAsNoCredential() async throws {
    let app = try SandboxedApp(hasPasskeys: true)
    _ = try await session(app.client.start(FlowRequest(purpose: .signUp, method: .passkey)))
    _ = app.post("/sandbox/reset", [:])
    let error = await app.client.start(FlowRequest(method: .passkey)).failure()
    #expect(error?.code == .noCredential)
    #expect(error?.vendorCode == "CREDENTIAL_NOT_FOUND")
    #expect(app.keys.live.count == 1)
  }

  @Test func offersOnlyPasskeysWithoutTheAuthProxy() async throws {
    let app = try SandboxedApp(["authProxyConfigId": nil], hasPasskeys: true)
    #expect(try app.provider().methods == [.passkey])
    let signUp = app.client.start(FlowRequest(purpose: .signUp, method: .passkey))
    #expect(await signUp.failure()?.code == .missingAuthProxyConfiguration)
    // The error came before the user was asked for a passkey.
    #expect(await app.client.start(FlowRequest(method: .passkey)).failure()?.code == .noCredential)
  }
}
