import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Links by e-mail, against the sandbox (A110).
@Suite struct MagicLinkTests {
  private static let interval = Duration.seconds(1)

  /// A flow by magic link at its prompt.
  private func waiting(
    _ device: Device, _ purpose: FlowRequest.Purpose = .signIn, _ identifier: String? = "jane@example.com",
    token: Secret? = nil
  ) async throws -> (flow: AuthFlow, prompt: ApprovalPrompt, context: PromptContext) {
    let flow = device.client.start(
      FlowRequest(identifier: identifier, purpose: purpose, method: .emailMagicLink, token: token))
    let (prompt, context) = try await flow.prompt()
    guard case .awaitApproval(let approval) = prompt else { throw AuthError(.internalError, prompt.name) }
    return (flow, approval, context)
  }

  /// A device whose user has enrolled the address.
  private func enrolled() async throws -> Device {
    let device = try Device()
    let (flow, _, _) = try await waiting(device, .signUp)
    try device.openLink()
    await device.poll(after: Self.interval)
    _ = try await flow.result()
    return device
  }

  private func polls(_ device: Device) throws -> Int {
    try device.sandbox.requestCount("verify/email-magic-link/finalize")
  }

  @Test func signsUpInAndStepsUp() async throws {
    let device = try Device()
    let (signUp, prompt, context) = try await waiting(device, .signUp)
    #expect(prompt.qrData == nil && prompt.displayCode == nil && prompt.pollInterval == Self.interval)
    #expect(prompt.expiresAt == device.clock.now().addingTimeInterval(600) && prompt.isPolled && prompt.isLinkSent)
    #expect(context.phase == "enroll")
    #expect(try device.openLink() == 200)
    await device.poll(after: Self.interval)
    guard case .session(let first, isNewUser: true) = try await signUp.result() else {
      return #expect(Bool(false), "no session of a new user")
    }
    #expect(first.identifier == "jane@example.com")

    let (signIn, _, second) = try await waiting(device)
    #expect(second.phase == "challenge")
    try device.openLink()
    await device.poll(after: Self.interval)
    guard case .session(let session, isNewUser: false) = try await signIn.result() else {
      return #expect(Bool(false), "no session of a known user")
    }
    #expect(session.subject == first.subject)

    let (stepUp, _, _) = try await waiting(device, .stepUp(action: "pay"), nil)
    try device.openLink()
    await device.poll(after: Self.interval)
    guard case .proof(let proof) = try await stepUp.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "pay" && !proof.isNewUser)
  }

  @Test func pollsUntilTheLinkIsOpened() async throws {
    let device = try await enrolled()
    let (flow, _, _) = try await waiting(device)
    let before = try polls(device)
    for _ in 0..<3 { await device.poll(after: Self.interval) }
    await device.clock.waitForSleepers(of: Self.interval)
    #expect(try polls(device) == before + 3)
    try device.openLink()
    await device.poll(after: Self.interval)
    _ = try await flow.result()
  }

  @Test func enrolsAnAddress() async throws {
    let device = try Device()
    try await device.signIn()
    let flow = device.client.start(FlowRequest(purpose: .enroll(.emailMagicLink)))
    let before = try device.sandbox.requestCount("")
    #expect(try await flow.prompt().0.name == "enterEmail")
    #expect(try device.sandbox.requestCount("") == before, "nothing is sent without an address")
    // The client accepts this address, and the vendor does not.
    try await flow.submit(email: "second@example")
    _ = try await flow.prompt(failing: .invalidIdentifier)
    try await flow.submit(email: "second@example.com")
    while try device.sandbox.messageCount(to: "second@example.com") == 0 { await Task.yield() }
    try device.openLink(to: "second@example.com")
    await device.poll(after: Self.interval)
    guard case .credential(let credential) = try await flow.result() else { return #expect(Bool(false)) }
    #expect(credential.method == .emailMagicLink && credential.label == "second@example.com")
    let listed = try await device.provider().credentials(of: try await device.client.session())
    #expect(listed.map(\.method) == [.emailOTP, .emailMagicLink] && listed.last?.id == credential.id)
  }

  @Test func reportsRefusals() async throws {
    let device = try Device()
    let unknown = device.client.start(FlowRequest(identifier: "bob@example.com", method: .emailMagicLink))
    let refusal = await unknown.failure()
    #expect(refusal?.code == .providerError && refusal?.vendorCode == "invalid_request")
    let known = try await enrolled()
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .emailMagicLink)
    #expect(await known.client.start(signUp).failure()?.code == .userExists)
    #expect(try device.provider().enrollableMethods.contains(.emailMagicLink))
  }

  @Test("A114: the wait ends with the token") func endsWithTheToken() async throws {
    let device = try await enrolled()
    let (flow, _, _) = try await waiting(device)
    let before = try polls(device)
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(600))
    let error = await flow.failure()
    #expect(error?.code == .approvalExpired && error?.recovery == .restart)
    #expect(try polls(device) == before, "an expired token is not sent")
    #expect(try device.openLink() == 410, "the link has expired, too")
  }

  @Test func refusesAnExpiredToken() async throws {
    let device = try await enrolled()
    let token = try device.track()
    device.clock.advance(by: .seconds(601))
    let flow = device.client.start(
      FlowRequest(identifier: "jane@example.com", method: .emailMagicLink, token: token))
    #expect(await flow.failure()?.code == .tokenExpired)
  }

  @Test(arguments: ["drop", "status"]) func repeatsAFailedPoll(_ kind: String) async throws {
    let device = try await enrolled()
    let (flow, _, _) = try await waiting(device)
    let fault: JSONValue = [
      "match": "/authsignal/v1/client/verify", "kind": .string(kind), "value": 503, "times": 1,
    ]
    device.control("faults", fault)
    await device.poll(after: Self.interval)
    await device.clock.waitForSleepers(of: Self.interval)
    try device.openLink()
    // The response that reports the opened link is lost: the next poll gets the same answer.
    device.control("faults", fault)
    await device.poll(after: Self.interval)
    await device.poll(after: Self.interval)
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }

  @Test func aLinkWorksOnce() async throws {
    let device = try await enrolled()
    let (flow, _, _) = try await waiting(device)
    let link = try device.sandbox.lastLink(to: "jane@example.com")
    #expect(device.open(link) == 200 && device.open(link) == 410)
    #expect(device.open(link + "x") == 410)
    await device.poll(after: Self.interval)
    _ = try await flow.result()
    // A newer link replaces an unopened one.
    let token = try device.track()
    let (first, _, _) = try await waiting(device, token: token)
    let replaced = try device.sandbox.lastLink(to: "jane@example.com")
    let (second, _, _) = try await waiting(device, token: token)
    #expect(device.open(replaced) == 410)
    try device.openLink()
    try await second.poll()
    _ = try await second.result()
    first.reset()
  }

  @Test func cancellationEndsTheWait() async throws {
    let device = try await enrolled()
    let (flow, _, _) = try await waiting(device)
    await flow.cancel()
    #expect(await flow.failure()?.code == .cancelled)
    #expect(try polls(device) == 1, "only the sign-up's")
  }

  @Test func replacesTheTokenThatWasSet() async throws {
    let device = try Device(changing: ["backend": .null])
    try device.client.setToken(try device.track(action: "manage"))
    let (enrolment, _, _) = try await waiting(device, .enroll(.emailMagicLink))
    try device.openLink()
    await device.poll(after: Self.interval)
    _ = try await enrolment.result()
    let token = try device.track(action: "pay")
    try device.client.setToken(token)
    let (flow, _, _) = try await waiting(device, .stepUp(action: "pay"), nil)
    try device.openLink()
    await device.poll(after: Self.interval)
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    let current = try device.provider().cache.current
    #expect(current?.secret == proof.token && proof.token != token)
  }
}
