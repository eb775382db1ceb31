import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// An app whose users are signed in by something else: it has tokens of its backend, and no session.
@Suite struct AuthsignalForeignUserTests {
  /// A device whose app has neither a backend nor a token provider in its configuration.
  private func bare() throws -> Device { try Device(changing: ["backend": .null]) }

  private func enrolEmail(_ device: Device) async throws {
    try device.client.setToken(try device.track(action: "manage"))
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", purpose: .enroll(.emailOTP)))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .credential(let credential) = try await flow.result() else {
      return #expect(Bool(false), "no credential")
    }
    #expect(!credential.id.isEmpty)
  }

  @Test func enrolsAndStepsUpWithTheTokenThatIsSet() async throws {
    let device = try bare()
    try await enrolEmail(device)
    try device.client.setToken(try device.track(action: "payment"))
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "payment"), method: .emailOTP))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "payment")
    await #expect(throws: AuthError(.notSignedIn, "")) { try await device.client.session() }
  }

  @Test func stepsUpWithATokenOfTheTokenProvider() async throws {
    let tokens = AppTokens()
    let device = try Device(tokenProvider: tokens, changing: ["backend": .null])
    tokens.attach(device.sandbox)
    try await enrolEmail(device)
    try device.client.setToken(nil)
    let flow = device.client.start(
      FlowRequest(identifier: "jane@example.com", purpose: .stepUp(action: "payment"), method: .emailOTP))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "payment" && tokens.asked.last?.session == nil)
  }

  @Test func saysWhatIsWrongWithTheTokenThatIsSet() async throws {
    let device = try bare()
    let stepUp = FlowRequest(purpose: .stepUp(action: "payment"), method: .emailOTP)
    #expect(await device.client.start(stepUp).failure()?.code == .notSignedIn, "no token is set")
    try device.client.setToken(try device.track(action: "transfer"))
    #expect(await device.client.start(stepUp).failure()?.code == .tokenRequired, "the token is for another action")
    device.clock.advance(by: .seconds(600))
    #expect(await device.client.start(stepUp).failure()?.code == .tokenExpired)
    #expect(try device.sandbox.requestCount("verify/") == 0)
  }

  @Test func backendNeedsASignedInUserUnlessATokenFits() async throws {
    let device = try Device()
    let stepUp = FlowRequest(purpose: .stepUp(action: "payment"), method: .emailOTP)
    try device.client.setToken(try device.track(action: "transfer"))
    #expect(await device.client.start(stepUp).failure()?.code == .notSignedIn)
    try device.client.setToken(try device.track(action: "payment"))
    let flow = device.client.start(stepUp)
    #expect(await flow.failure()?.code != .notSignedIn)
  }

  @Test func addsThisDeviceByToken() async throws {
    let device = try bare()
    let devices = try device.provider().devices
    await #expect(throws: AuthError(.tokenRequired, "")) { try await devices.add(.push, token: nil) }
    await #expect(throws: AuthError(.invalidToken, "")) { try await devices.add(.push, token: Secret("none")) }
    device.control("policy", ["provider": "authsignal", "requireAppAttestation": true])
    let token = try device.track(action: "manage")
    let nonces = Locked(0)
    let added = try await devices.add(
      .push, token: token, deviceName: "Jane's phone", pushToken: Secret("address")
    ) { nonce in
      nonces.withLock { $0 += 1 }
      return AppAttestationTests.attested(.appAttest, nonce)
    }
    #expect(nonces.withLock { $0 } == 1)
    #expect(try await devices.credential(.push)?.id == added.id)
    // The action's token that is set is used without another argument.
    device.control("policy", ["provider": "authsignal", "requireAppAttestation": false])
    try device.client.setToken(token)
    #expect(try await !devices.add(.inApp, token: nil, user: "jane").id.isEmpty)
    device.clock.advance(by: .seconds(600))
    await #expect(throws: AuthError(.tokenExpired, "")) { try await devices.add(.qrCode, token: nil) }
  }

  @Test func createsAPINByToken() async throws {
    let device = try bare()
    let pins = try device.provider().devices.pins
    let pin = Secret("2580")
    await #expect(throws: AuthError(.tokenRequired, "")) { try await pins.create(pin, for: "jane", token: nil) }
    #expect(try await pins.users().isEmpty)
    try await pins.create(pin, for: "jane", token: try device.track(action: "manage"))
    #expect(try await pins.verify(pin, for: "jane", action: "payment").action == "payment")
    // The in-app credential exists, but only its user may replace the PIN.
    let others = try device.track("max@example.com", action: "manage")
    await #expect(throws: AuthError(.forbidden, "")) {
      try await pins.create(Secret("1357"), for: "jane", token: others)
    }
    await #expect(throws: AuthError(.tokenRequired, "")) {
      try await pins.create(Secret("1357"), for: "jane", token: nil)
    }
    #expect(try await pins.verify(pin, for: "jane", action: "payment").action == "payment")
  }
}
