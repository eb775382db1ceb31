import AuthCore
import AuthPasskey
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

/// Linking accounts to a user, and unlinking them.
@Suite struct PrivyLinkingTests {
  private func link(_ address: String, _ app: SandboxedApp) async throws -> Credential {
    let flow = app.client.start(FlowRequest(identifier: address, purpose: .link(.emailOTP)))
    _ = await flow.nextPrompt()
    try await flow.submit(code: try app.sandbox.lastCode(to: address))
    guard case .credential(let credential) = try await flow.result() else {
      throw AuthError(.internalError, "no credential")
    }
    return credential
  }

  /// Changes the user's id in the responses to links.
  private struct AnotherUser: HTTPTransport {
    let next: any HTTPTransport

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      var response = try await next.send(request)
      guard request.url.path.hasSuffix("/link"), var user = try response.json().objectValue, user["id"] != nil else {
        return response
      }
      user["id"] = "did:privy:another"
      response.body = JSONValue.object(user).serialized
      return response
    }
  }

  @Test func aLinkOfAnotherUserIsRefused() async throws {
    let clock = ManualClock()
    let sandbox = try Sandbox(clock: clock)
    var configuration = try AuthConfiguration(parsing: sandbox.configuration.serialized)
    configuration.provider = "privy"
    let services = ProviderServices(
      transport: AnotherUser(next: SandboxTransport(sandbox: sandbox, clock: clock)), keys: KeyRing(MemoryKeyStore()),
      records: MemoryRecordStore(clock: clock), clock: clock)
    let client = try AuthClient(
      configuration: configuration, plugins: [.privy],
      services: ClientServices(provider: services, sessionStore: MemorySessionStore(clock: clock)))
    let signIn = client.start(FlowRequest(identifier: "+14155550101", method: .smsOTP))
    _ = await signIn.nextPrompt()
    try await signIn.submit(code: try sandbox.lastCode(to: "+14155550101"))
    _ = try await signIn.result()
    let link = client.start(FlowRequest(identifier: "other@example.com", purpose: .link(.emailOTP)))
    _ = await link.nextPrompt()
    let prompt = try await link.prompt {
      try await link.submit(code: try sandbox.lastCode(to: "other@example.com"))
    }
    var error = prompt?.context.lastError
    if prompt == nil { error = await link.failure() }
    #expect(error?.code == .malformedResponse, "\(link.current)")
    #expect(try await client.storedSession()?.privyUser?.linkedAccounts.map(\.type) == ["phone"])
  }

  @Test func linksAndUnlinksAnAddress() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let credential = try await link("jane@example.com", app)
    #expect(credential.id == "jane@example.com")
    #expect(credential.method == .emailOTP)
    let provider = try app.provider()
    #expect(try await provider.credentials(of: session).map(\.method) == [.customJWT, .emailOTP])
    // The stored session lists the account, too, and keeps its tokens.
    let held = try #require(try await app.client.storedSession())
    #expect(held.privyUser?.linkedAccounts.map(\.type) == ["custom_auth", "email"])
    #expect(held.tokens.access == session.tokens.access && held.tokens.refresh == session.tokens.refresh)
    #expect(try await app.client.state() == .signedIn(held))
    // Now the address signs the same user in.
    let flow = app.client.start(FlowRequest(identifier: "jane@example.com", method: .emailOTP))
    _ = await flow.nextPrompt()
    try await flow.submit(code: try app.sandbox.lastCode(to: "jane@example.com"))
    guard case .session(let other, false) = try await flow.result() else {
      Issue.record("not the known user")
      return
    }
    #expect(other.subject == session.subject)
    try await provider.unlink("jane@example.com", from: other)
    #expect(try await provider.credentials(of: other).map(\.method) == [.customJWT])
    #expect(
      await failure { try await provider.unlink("jane@example.com", from: other) }?.code == .noCredential)
    let sole = await failure { try await provider.unlink("user-1", from: other) }
    #expect(sole?.code == .forbidden)
  }

  @Test func sessionShowsTheUsersCurrentAccounts() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    _ = try await link("jane@example.com", app)
    let left = try await app.client.unlinkPrivyAccount("jane@example.com")
    #expect(left.linkedAccounts.map(\.type) == ["custom_auth"])
    #expect(try await app.client.storedSession()?.privyUser == left)
    // After a reload, a change by another client appears in the result and in the store.
    try app.server("POST", "/users/\(session.subject)/custom_metadata", ["custom_metadata": ["tier": "gold"]])
    #expect(try await app.client.reloadPrivyUser().customMetadata == ["tier": "gold"])
    #expect(try await app.startedAnew().storedSession()?.privyUser?.customMetadata == ["tier": "gold"])
    #expect(try await app.client.session().tokens.refresh == session.tokens.refresh)
    // The flow that links the account succeeds although its reload fails. The stored session keeps its old accounts.
    app.transport.add(Fault(.dropRequest, path: "/users/me"))
    #expect(await failure { _ = try await app.client.reloadPrivyUser() }?.code == .network)
    #expect(try await link("joe@example.com", app).id == "joe@example.com")
    #expect(try await app.client.storedSession()?.privyUser?.linkedAccounts.count == 1)
  }

  @Test func refusesAnAccountOfAnotherUser() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    _ = try await link("jane@example.com", app)
    app.identity.change { $0.subject = "user-2" }
    try await app.signIn()
    let error = await failure { _ = try await link("jane@example.com", app) }
    #expect(error?.code == .forbidden)
    #expect(error?.vendorCode == "linked_to_another_user")
  }

  @Test func linksAPasskey() async throws {
    let app = try SandboxedApp(passkeys: { _, _ in
      SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
        .approve(isVerified: true)
      }
    })
    let (session, _) = try await app.signIn()
    guard case .credential(let credential) = try await app.client.start(FlowRequest(purpose: .link(.passkey))).result()
    else {
      Issue.record("no credential")
      return
    }
    #expect(credential.method == .passkey)
    guard case .session(let again, false) = try await app.client.start(FlowRequest(method: .passkey)).result() else {
      Issue.record("not the known user")
      return
    }
    #expect(again.subject == session.subject)
  }

  @Test func vendorDecidesOnUserVerification() async throws {
    let seen = SeenCreations()
    let app = try SandboxedApp(passkeys: { _, _ in seen })
    try await app.signIn()
    for wanted in ["required", "discouraged"] {
      try app.control("/policy", ["provider": "privy", "userVerification": .string(wanted)])
      #expect(await app.client.start(FlowRequest(purpose: .link(.passkey))).failure()?.code == .cancelled)
      #expect(seen.userVerification.withLock { $0 }.last == wanted)
    }
  }

  @Test func refusesAccountsThatCannotBeLinked() async throws {
    let app = try SandboxedApp(["guests": true])
    try await app.signIn()
    for method in [MethodID.guest, .push, .oauth("google")] {
      let error = await app.client.start(FlowRequest(purpose: .link(method))).failure()
      #expect(error?.code == .methodNotAvailable, "\(method)")
    }
    _ = try await app.client.signOut()
    #expect(await app.client.start(FlowRequest(purpose: .link(.emailOTP))).failure()?.code == .notSignedIn)
  }
}

/// An authenticator that records requests for passkeys and makes none.
private final class SeenCreations: PasskeyAuthenticator {
  let userVerification = Locked([String]())

  func isAvailable() async -> Bool { true }
  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    userVerification.withLock { $0.append(request.userVerification) }
    throw .cancelled
  }
  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion { throw .cancelled }
  func cancel() async {}
}
