import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Approvals between two devices of one user, against the sandbox.
@Suite struct AuthsignalPushTests {
  /// A signed-in device with a push credential.
  private func enrolled() async throws -> (Device, AuthsignalProvider) {
    let device = try Device()
    try await device.signIn()
    let flow = device.client.start(FlowRequest(purpose: .enroll(.push)))
    guard case .credential(let credential) = try await flow.result() else {
      throw AuthError(.internalError, "The flow did not end in a credential.")
    }
    #expect(credential.method == .push && !credential.id.isEmpty)
    return (device, try #require(try device.client.provider() as? AuthsignalProvider))
  }

  private func waiting(_ device: Device) async throws -> (AuthFlow, ApprovalPrompt) {
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", method: .push))
    let (prompt, _) = try await flow.prompt()
    guard case .awaitApproval(let approval) = prompt else { throw AuthError(.internalError, prompt.name) }
    return (flow, approval)
  }

  @Test func approvalByAnotherDeviceSignsIn() async throws {
    let (device, provider) = try await enrolled()
    #expect(try await provider.pending().isEmpty)
    _ = try await device.client.signOut()
    let (flow, approval) = try await waiting(device)
    #expect(approval.displayCode == nil && approval.qrData == nil)
    let pending = try await provider.pending()
    #expect(pending.map(\.action) == ["signIn"] && pending.first?.needsNumber == false)
    try await provider.approve(try #require(pending.first?.id), number: nil)
    try await flow.poll()
    guard case .session(let session, isNewUser: false) = try await flow.result() else {
      return #expect(Bool(false), "no session")
    }
    #expect(session.identifier == "jane@example.com")
    #expect(try await provider.pending().isEmpty)
  }

  @Test func denialByAnotherDeviceFailsTheSignIn() async throws {
    let (device, provider) = try await enrolled()
    let (flow, _) = try await waiting(device)
    try await provider.deny(try #require(try await provider.pending().first?.id))
    try await flow.poll()
    #expect(await flow.failure()?.code == .approvalDenied)
  }

  @Test func approvalRequiresTheShownNumber() async throws {
    let (device, provider) = try await enrolled()
    device.control("policy", ["provider": "authsignal", "numberMatching": true])
    let (flow, approval) = try await waiting(device)
    let number = try #require(approval.displayCode)
    let pending = try #require(try await provider.pending().first)
    #expect(pending.needsNumber)
    await #expect(throws: AuthError(.invalidCode, "")) {
      try await provider.approve(pending.id, number: number == "00" ? "01" : "00")
    }
    #expect(try await provider.pending() == [pending])
    try await provider.approve(pending.id, number: number)
    try await flow.poll()
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }

  @Test func deniesAfterThreeWrongNumbers() async throws {
    let (device, provider) = try await enrolled()
    device.control("policy", ["provider": "authsignal", "numberMatching": true])
    let (flow, approval) = try await waiting(device)
    let wrong = approval.displayCode == "00" ? "01" : "00"
    let pending = try #require(try await provider.pending().first)
    for _ in 0..<3 {
      await #expect(throws: AuthError(.invalidCode, "")) { try await provider.approve(pending.id, number: wrong) }
    }
    #expect(try await provider.pending().isEmpty)
    await #expect(throws: AuthError(.approvalExpired, "")) { try await provider.approve(pending.id, number: wrong) }
    try await flow.poll()
    #expect(await flow.failure()?.code == .approvalDenied)
  }

  @Test func readsUpdatesAndRemovesTheCredential() async throws {
    let (device, provider) = try await enrolled()
    let devices = provider.devices
    let known = try #require(try await devices.credential(.push))
    #expect(known.userID != nil && known.expiresAt != nil)
    device.clock.advance(by: .seconds(3600))
    let updated = try await devices.updatePush(pushToken: Secret("token-2"), resetsExpiry: true)
    #expect(try #require(updated.expiresAt) > (try #require(known.expiresAt)) && updated.id == known.id)
    #expect(try await devices.remove(.push))
    #expect(try await devices.remove(.push) == false)
    #expect(try await devices.credential(.push) == nil)
    #expect(try await provider.pending().isEmpty)
    await #expect(throws: AuthError(.noCredential, "")) { try await provider.approve("any", number: nil) }
  }

  @Test func removesTheKeyEvenIfTheServerRefuses() async throws {
    let (device, provider) = try await enrolled()
    device.control("faults", ["match": "/authsignal", "kind": "status", "value": 500])
    await #expect(throws: AuthError(.serverError, "")) { try await provider.forgetDevice(identifier: nil) }
    #expect(try await provider.devices.keys.record(.push, user: nil) == nil)
  }

  @Test func forgetsEveryUserOfTheDeviceAndDamagedRecords() async throws {
    let (device, provider) = try await enrolled()
    let keys = provider.devices.keys
    let users = ["jane@example.com", "joe", nil]
    for user in users { _ = try await keys.keyed(.inApp, user: user, policy: KeyPolicy()) }
    #expect(Set(try await keys.inAppUsers()) == Set(users))
    let damaged = DeviceKeys.name(.qrCode, nil)
    try await keys.services.records.replace(Secret("damaged"), for: damaged)
    device.control("faults", ["match": "/authsignal", "kind": "status", "value": 500])
    await #expect(throws: AuthError(.serverError, "")) { try await provider.forgetDevice(identifier: nil) }
    for user in users { #expect(try await keys.record(.inApp, user: user) == nil) }
    #expect(try await keys.record(.push, user: nil) == nil)
    #expect(try await keys.services.records.read(damaged) == nil)
  }

  @Test func removesACredentialThatTheServerRemoved() async throws {
    let (device, provider) = try await enrolled()
    device.clock.advance(by: .seconds(181 * 86_400))
    #expect(try await provider.pending().isEmpty)
    #expect(try await provider.devices.credential(.push) == nil)
    #expect(try await provider.devices.keys.record(.push, user: nil) == nil)
  }

  @Test func approvesAScannedQRCode() async throws {
    let (device, provider) = try await enrolled()
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.qrCode))).result()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let (prompt, _) = try await flow.prompt()
    guard case .awaitApproval(let approval) = prompt else { return #expect(Bool(false), "\(prompt.name)") }
    #expect(approval.pollInterval == .seconds(3))
    try await provider.approve(try #require(approval.qrData), number: nil)
    try await flow.poll()
    guard case .session(let session, _) = try await flow.result() else { return #expect(Bool(false), "no session") }
    #expect(session.subject == (try await device.client.session()).subject)
  }

  @Test("A63: a scanned QR code that is not approved in time expires and is not reported as declined")
  func unapprovedQRCodeExpires() async throws {
    let (device, provider) = try await enrolled()
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.qrCode))).result()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    guard case .awaitApproval(let shown) = try await flow.prompt().0 else { return #expect(Bool(false), "no QR code") }
    _ = try await provider.devices.claim(try #require(shown.qrData))
    await device.clock.waitForSleepers(of: .seconds(3))
    device.clock.advance(by: .seconds(600))
    #expect(await flow.failure()?.code == .approvalExpired)
  }

  @Test func showsDetailsOfTheRequestAndTheBackend() async throws {
    let (device, provider) = try await enrolled()
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.qrCode))).result()
    let custom: JSONValue = ["place": "Till 4", "amount": 12]
    var request = FlowRequest(method: .qrCode)
    request.profile.authsignalCustom = custom
    let flow = device.client.start(request)
    guard case .awaitApproval(let approval) = try await flow.prompt().0 else {
      return #expect(Bool(false), "no prompt")
    }
    let claimed = try await provider.devices.claim(try #require(approval.qrData))
    #expect(claimed.custom == custom && claimed.action == "signIn" && claimed.idempotencyKey?.isEmpty == false)
    #expect(claimed.userCustom == nil)
    flow.reset()
  }

  @Test func provesAnActionWithTheKeyOfThisDevice() async throws {
    let (device, provider) = try await enrolled()
    await #expect(throws: AuthError(.noCredential, "")) { try await provider.devices.verify(action: "pay") }
    await #expect(throws: AuthError(.invalidRequest, "")) { try await provider.devices.verify(action: "pay now") }
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.inApp))).result()
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .inApp))
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "pay" && !proof.token.isEmpty)
  }
}
