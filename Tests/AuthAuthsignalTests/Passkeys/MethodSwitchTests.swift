import AuthCore
import AuthPasskey
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// The automatic switch from a missing passkey to the user's codes.
@Suite struct MethodSwitchTests {
  private let byPasskey = FlowRequest(identifier: "jane@example.com", method: .passkey)

  private func device(_ authenticator: WatchedAuthenticator, isOn: Bool = true) throws -> Device {
    try Device(changing: ["switchMethod": .bool(isOn)], passkeys: authenticator)
  }

  @Test func continuesWithACodeWithoutAPasskey() async throws {
    let device = try device(WatchedAuthenticator())
    let flow = device.client.start(byPasskey)
    let (prompt, _) = try await flow.prompt()
    #expect(prompt.name == "enterCode")
    try await flow.submit(code: try device.sandbox.wrongCode(to: "jane@example.com"))
    _ = try await flow.prompt(failing: .invalidCode)
    try await flow.submit(code: try device.code())
    guard case .session(let session, isNewUser: true) = try await flow.result() else {
      return #expect(Bool(false), "no session")
    }
    #expect(session.identifier == "jane@example.com")
    // A step-up without a passkey continues with another method, too.
    let stepUp = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .passkey))
    #expect(try await stepUp.prompt().0.name == "enterCode")
    try await stepUp.submit(code: try device.code())
    guard case .proof(let proof) = try await stepUp.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "pay")
  }

  @Test func usesAPasskeyOnThisDevice() async throws {
    let device = try device(WatchedAuthenticator())
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    guard case .session(_, isNewUser: false) = try await device.client.start(byPasskey).result() else {
      return #expect(Bool(false), "no session")
    }
    #expect(try device.sandbox.messageCount() == 0)
  }

  @Test func doesNotAskForACodeAfterACancellation() async throws {
    let isDenied = Locked(false)
    let authenticator = WatchedAuthenticator { _ in
      isDenied.withLock { $0 } ? .deny : .approve(isVerified: true)
    }
    let device = try device(authenticator)
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    isDenied.withLock { $0 = true }
    #expect(await device.client.start(byPasskey).failure()?.code == .cancelled)
    #expect(try device.sandbox.messageCount() == 0)
  }

  @Test func keepsTheRequestedMethodByDefault() async throws {
    let device = try device(WatchedAuthenticator(), isOn: false)
    let error = await device.client.start(byPasskey).failure()
    #expect(error?.code == .noCredential && error?.recovery == .selectMethod)
    // A registration does not switch methods either.
    let enrolling = try self.device(WatchedAuthenticator { _ in .deny })
    try await enrolling.signIn()
    #expect(await enrolling.client.start(FlowRequest(purpose: .enroll(.passkey))).failure()?.code == .cancelled)
  }
}
