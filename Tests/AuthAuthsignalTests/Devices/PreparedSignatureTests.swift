import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Signing in two steps, and keys that require user presence, against the sandbox.
@Suite struct PreparedSignatureTests {
  private let keys = GuardedKeyStore()
  private let jane = "jane@example.com"

  /// A signed-in device with credentials of these methods.
  private func enrolled(_ methods: [DeviceMethod], _ change: JSONObject = [:]) async throws -> Device {
    let device = try Device(changing: change, keys: keys)
    try await device.signIn()
    for method in methods { _ = try await device.client.start(FlowRequest(purpose: .enroll(method.id))).result() }
    return device
  }

  @Test func configurationOrCallSetsTheKeysPolicy() async throws {
    let device = try await enrolled(
      [.push], ["keyPolicy": ["userAuthentication": "biometric", "timeoutSeconds": 30]])
    let configured = KeyPolicy(userPresence: .biometric, authorizationLifetime: .seconds(30))
    #expect(keys.policies == [configured])
    let devices = try device.provider().devices
    let session = try await device.client.session()
    for presence in [KeyPolicy.UserPresence.any, .deviceCredential] {
      let policy = KeyPolicy(userPresence: presence, authorizationLifetime: .seconds(5))
      _ = try await devices.add(.inApp, to: session, policy: policy, user: presence.rawValue)
      #expect(keys.policies.last == policy)
    }
    #expect(keys.asked == 0, "adding a key signs nothing")
  }

  @Test func refusalByTheUserSendsNothing() async throws {
    let device = try await enrolled([.inApp])
    let devices = try device.provider().devices
    keys.refuse(true)
    await #expect(throws: AuthError(.cancelled, "")) { try await devices.verify(action: "pay", user: jane) }
    await #expect(throws: AuthError(.cancelled, "")) { try await devices.remove(.inApp, user: jane) }
    #expect(try device.sandbox.requestCount("verify/in-app") == 0)
    #expect(try await devices.credential(.inApp, user: jane) != nil)
    keys.refuse(false)
    #expect(try await devices.verify(action: "pay", user: jane).action == "pay")
    #expect(keys.asked == 3)
  }

  @Test func makesAProofInTwoSteps() async throws {
    let device = try await enrolled([.inApp])
    let prepared = try await device.provider().devices.prepareVerification(action: "pay", user: jane)
    #expect(try device.sandbox.requestCount("client/challenge") == 1)
    #expect(try device.sandbox.requestCount("verify/in-app") == 0 && keys.asked == 0)
    #expect(!prepared.message.isEmpty && prepared.key.algorithm == .p256)
    let proof = try await prepared.complete()
    #expect(proof.action == "pay" && keys.asked == 1)
    // The server accepts a signed message only once.
    await #expect(throws: AuthError.self) { try await prepared.complete() }
    let session = try await device.client.session()
    #expect(proof.subject == session.subject)
  }

  @Test func anotherSignerSignsAPreparedMessage() async throws {
    let device = try await enrolled([.inApp])
    let devices = try device.provider().devices
    let prepared = try await devices.prepareVerification(action: "pay", user: jane)
    let signature = try await keys.sign(prepared.message, with: prepared.key)
    var forged = signature
    forged[40] ^= 1
    let other = try await keys.sign(prepared.message + [0], with: prepared.key)
    for wrong in [forged, other, [], Array(signature.dropLast())] {
      await #expect(throws: AuthError(.signatureInvalid, "")) { try await prepared.complete(signature: wrong) }
    }
    #expect(try device.sandbox.requestCount("verify/in-app") == 0)
    #expect(try await prepared.complete(signature: signature).action == "pay")
  }

  @Test func everyDeviceCallCanBePrepared() async throws {
    let device = try await enrolled([.push, .qrCode])
    let devices = try device.provider().devices
    let nothing = try #require(try await devices.prepareChallenge())
    #expect(try await nothing.complete() == nil)
    let waiting = device.client.start(FlowRequest(identifier: jane, method: .push))
    _ = try await waiting.prompt()
    let question = try #require(try await devices.prepareChallenge())
    let challenge = try #require(try await question.complete())
    #expect(try await devices.challenge() == challenge)
    let decision = try await devices.prepareDecision(.push, challenge.id, isApproved: true)
    #expect(decision.message == Array(challenge.id.utf8))
    #expect(try await decision.complete())
    try await waiting.poll()
    guard case .session = try await waiting.result() else { return #expect(Bool(false), "no session") }

    let scanned = device.client.start(FlowRequest(method: .qrCode))
    guard case .awaitApproval(let approval) = try await scanned.prompt().0, let id = approval.qrData else {
      return #expect(Bool(false), "no QR code")
    }
    #expect(try await devices.prepareClaim(id).complete().action == "signIn")
    #expect(try await devices.prepareDecision(.qrCode, id, isApproved: false).complete() == false)
    try await scanned.poll()
    #expect(await scanned.failure()?.code == .approvalDenied)

    let updated = try await devices.prepareUpdate(pushToken: Secret("token"), resetsExpiry: true).complete()
    #expect(updated.lastVerifiedAt != nil)
    let removal = try #require(try await devices.prepareRemoval(.push))
    try await removal.complete()
    #expect(try await devices.keys.record(.push, user: nil) == nil)
    let (noRemoval, noChallenge) = (try await devices.prepareRemoval(.push), try await devices.prepareChallenge())
    #expect(noRemoval == nil && noChallenge == nil)
  }
}
