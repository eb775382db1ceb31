import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Passkeys of the software authenticator, against the sandbox's relying party.
@Suite struct AuthsignalPasskeyTests {
  private static func authenticator(_ decision: PasskeyDecision = .approve(isVerified: true))
    -> any PasskeyAuthenticator
  {
    SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in decision }
  }

  private func provider(_ device: Device) throws -> AuthsignalProvider {
    try #require(try device.client.provider() as? AuthsignalProvider)
  }

  private func session(_ flow: AuthFlow) async throws -> (Session, isNewUser: Bool) {
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      throw AuthError(.internalError, "no session")
    }
    return (session, isNewUser)
  }

  @Test func signsUpAndInByPasskey() async throws {
    let device = try Device(passkeys: Self.authenticator())
    let provider = try provider(device)
    #expect(provider.methods.contains(.passkey) && provider.enrollableMethods.contains(.passkey))
    #expect(try await provider.passkeys.shouldPromptToCreate())
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    let (first, isNewUser) = try await session(device.client.start(signUp))
    #expect(isNewUser && first.identifier == "jane@example.com")
    #expect(try await provider.passkeys.shouldPromptToCreate(user: "jane@example.com") == false)
    #expect(try await provider.passkeys.shouldPromptToCreate(user: "bob@example.com"))
    // A user with a passkey does not need to enter an identifier.
    let before = try device.sandbox.requestCount("")
    let (again, isKnown) = try await session(device.client.start(FlowRequest(method: .passkey)))
    #expect(again.subject == first.subject && !isKnown)
    await device.client.settle()
    let paths = try device.paths().dropFirst(before).map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
    // The earlier session of the same user is replaced.
    #expect(
      paths == [
        "client/challenge", "passkey/authentication-options", "verify/passkey", "authsignal/exchange", "session/revoke",
      ])
  }

  @Test func addsAPasskeyToASignedInUserAndStepsUpWithIt() async throws {
    let device = try Device(passkeys: Self.authenticator())
    try await device.signIn()
    guard
      case .credential(let credential) = try await device.client.start(FlowRequest(purpose: .enroll(.passkey))).result()
    else { return #expect(Bool(false), "no credential") }
    #expect(credential.method == .passkey)
    let listed = try await provider(device).credentials(of: try await device.client.session())
    #expect(listed.map(\.method) == [.emailOTP, .passkey] && listed.last?.id == credential.id)
    let stepUp = FlowRequest(purpose: .stepUp(action: "pay"), method: .passkey)
    guard case .proof(let proof) = try await device.client.start(stepUp).result() else {
      return #expect(Bool(false), "no proof")
    }
    #expect(proof.action == "pay" && proof.subject != nil)
    // The server excludes the existing passkey.
    #expect(await device.client.start(FlowRequest(purpose: .enroll(.passkey))).failure()?.code == .credentialExcluded)
  }

  @Test func namesThePasskeyIfItIsTheOnlyMethod() async throws {
    let device = try Device(passkeys: Self.authenticator())
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await session(device.client.start(signUp))
    let error = await device.client.signIn(identifier: "jane@example.com").failure()
    #expect(error?.code == .methodNotAvailable && error?.message.contains("'passkey'") == true)
  }

  @Test func distinguishesAMissingPasskeyFromACancellation() async throws {
    let empty = try Device(passkeys: Self.authenticator())
    #expect(await empty.client.start(FlowRequest(method: .passkey)).failure()?.code == .noCredential)
    let denied = try Device(passkeys: Self.authenticator(.deny))
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    #expect(await denied.client.start(signUp).failure()?.code == .cancelled)
    let none = try Device()
    #expect(await none.client.start(FlowRequest(method: .passkey)).failure()?.code == .methodNotAvailable)
  }

  @Test func forgetsAPasskeyThatTheServerRemoved() async throws {
    let device = try Device(passkeys: Self.authenticator())
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await session(device.client.start(signUp))
    let provider = try provider(device)
    let kept = try await provider.services.records.keys().filter { $0.hasPrefix("passkey") }
    #expect(kept.count == 2)
    device.control("reset", [:])
    #expect(try await provider.passkeys.shouldPromptToCreate(user: "jane@example.com"))
    let error = await device.client.start(FlowRequest(method: .passkey)).failure()
    #expect(error?.code == .noCredential && error?.vendorCode == "unknown_credential")
    #expect(try await provider.services.records.keys().filter { $0.hasPrefix("passkey") }.isEmpty)
  }

  @Test func failsWhereTheActionCannotBeBound() async throws {
    let device = try Device(passkeys: Self.authenticator())
    device.control("faults", ["match": "/authsignal/v1/client/challenge", "kind": "status", "value": 500])
    #expect(await device.client.start(FlowRequest(method: .passkey)).failure()?.code == .serverError)
    #expect(try device.sandbox.requestCount("authentication-options") == 0)
  }
}
