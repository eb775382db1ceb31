import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// The steps of the vendor's guide for mobile apps, in its order, with the calls of this package. The app has its own
/// users: it passes tokens of its backend, and has no session.
@Suite struct AuthsignalGuideTests {
  private func bare(passkeys: (any PasskeyAuthenticator)? = nil) throws -> Device {
    try Device(changing: ["backend": .null], passkeys: passkeys)
  }

  /// Starts a flow, answers its first prompt with the code that was sent, and returns the flow's result.
  private func verify(_ request: FlowRequest, at device: Device, to address: String) async throws -> FlowResult {
    let flow = device.client.start(request)
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code(to: address))
    return try await flow.result()
  }

  @Test("push: add, get and update a challenge, remove") func push() async throws {
    let phone = try bare()
    let devices = try phone.provider().devices
    let added = try await devices.add(.push, token: try phone.track(action: "manage"))
    #expect(try await devices.credential(.push)?.id == added.id)
    #expect(try await devices.challenge() == nil)
    for isApproved in [true, false] {
      let request = FlowRequest(
        purpose: .stepUp(action: "payment"), method: .push, token: try phone.track(action: "payment"))
      let waiting = phone.client.start(request)
      guard case (.awaitApproval, _) = try await waiting.prompt() else { return #expect(Bool(false), "no approval") }
      let challenge = try #require(try await devices.challenge())
      if isApproved {
        try await phone.provider().approve(challenge.id, number: nil)
        try await waiting.poll()
        guard case .proof(let proof) = try await waiting.result() else { return #expect(Bool(false), "no proof") }
        #expect(proof.action == "payment")
      } else {
        try await phone.provider().deny(challenge.id)
        try await waiting.poll()
        #expect(await waiting.failure()?.code == .approvalDenied)
      }
    }
    #expect(try await devices.remove(.push))
    #expect(try await devices.credential(.push) == nil)
  }

  @Test("e-mail and SMS: enrol, challenge, verify") func codes() async throws {
    for (method, address) in [(MethodID.emailOTP, "jane@example.com"), (.smsOTP, "+14155550100")] {
      let device = try bare()
      // The guide: the same token is used to enrol and to verify.
      try device.client.setToken(try device.track(address, action: "manage"))
      let enrolled = try await verify(
        FlowRequest(identifier: address, purpose: .enroll(method)), at: device, to: address)
      #expect(enrolled.name == "credential")
      try device.client.setToken(try device.track(address, action: "payment"))
      let proven = try await verify(
        FlowRequest(purpose: .stepUp(action: "payment"), method: method), at: device, to: address)
      guard case .proof(let proof) = proven else { return #expect(Bool(false), "no proof") }
      #expect(proof.action == "payment")
    }
  }

  @Test("authenticator app: enrol and verify") func totp() async throws {
    let device = try bare()
    try device.client.setToken(try device.track(action: "manage"))
    let flow = device.client.start(FlowRequest(purpose: .enroll(.totp)))
    guard case (.setupTOTP(let setup), _) = try await flow.prompt() else { return #expect(Bool(false), "no setup") }
    #expect(setup.uri.revealText().hasPrefix("otpauth://totp/") && !setup.secret.isEmpty)
    try await flow.submit(code: "000000")
    let (_, context) = try await flow.prompt(failing: .invalidCode)
    #expect(context.lastError?.code == .invalidCode, "a wrong code does not end the flow")
    flow.reset()
  }

  @Test("errors: network_error, expired_token, token_not_set") func errors() async throws {
    let device = try bare()
    let stepUp = FlowRequest(purpose: .stepUp(action: "payment"), method: .emailOTP)
    let devices = try device.provider().devices
    let missing = await #expect(throws: AuthError.self) { try await devices.add(.push, token: nil) }
    #expect(missing?.authsignalCode == .tokenNotSet)
    try device.client.setToken(try device.track(action: "payment"))
    device.clock.advance(by: .seconds(601))
    #expect(await device.client.start(stepUp).failure()?.authsignalCode == .expiredToken)
    #expect(AuthError(.network, "").authsignalCode == .networkError)
  }
}
