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

/// QR codes that are replaced by new ones, and codes that were scanned (A63, A112), with polling and over a WebSocket.
@Suite struct QRCodeRenewalTests {
  /// A test's code that runs once.
  private final class Hook: Sendable {
    typealias Body = @Sendable () async throws -> Void
    private let body = Locked<Body?>(nil)

    func set(_ body: @escaping Body) { self.body.withLock { $0 = body } }

    func run() async throws {
      let body = self.body.withLock { body -> Body? in
        defer { body = nil }
        return body
      }
      try await body?()
    }
  }

  /// A transport that runs a hook before the response to a path arrives.
  private struct HookedTransport: HTTPTransport {
    let next: any HTTPTransport
    let path: String
    let hook: Hook

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      let response = try await next.send(request)
      guard request.url.path.hasSuffix(path) else { return response }
      do { try await hook.run() } catch { throw AuthError(.internalError, "\(error)") }
      return response
    }
  }

  private static let interval = Duration.seconds(3)
  private let opened = OpenedSockets()

  /// A signed-in device with a QR code credential.
  private func scanner() async throws -> (Device, AuthsignalProvider) {
    let device = try Device()
    try await device.signIn()
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.qrCode))).result()
    return (device, try device.provider())
  }

  private func useSockets(_ device: Device) throws {
    try device.provider().useSockets { [opened] url, subprotocols in
      let socket = ScriptedSocket(url, subprotocols, challengeID: "c-\(opened.all.count + 1)")
      opened.add(socket)
      return socket
    }
  }

  /// The flow's next prompt for an approval that fits.
  private func approval(
    _ flow: AuthFlow, where fits: (ApprovalPrompt) -> Bool = { _ in true }
  ) async throws -> ApprovalPrompt {
    for await update in flow {
      if case .prompt(.awaitApproval(let approval), _) = update, fits(approval) { return approval }
      if case .failed(let error) = update { throw error }
    }
    throw AuthError(.internalError, "The flow ended without such a prompt.")
  }

  @Test("A112: a new QR code replaces the old one after nine minutes") func renewsByPolling() async throws {
    let (device, provider) = try await scanner()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let first = try await approval(flow)
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(537))
    await device.clock.waitForSleepers(of: Self.interval)
    #expect(try device.sandbox.requestCount("challenge/qr-code") == 1)
    device.clock.advance(by: Self.interval)
    let second = try await approval(flow) { $0.qrData != first.qrData }
    #expect(try device.sandbox.requestCount("challenge/qr-code") == 2)
    let (end, firstEnd) = (try #require(second.expiresAt), try #require(first.expiresAt))
    #expect(end > firstEnd && !second.isClaimed && second.pollInterval == Self.interval)
    // The client no longer asks for the old code, even when a device approves it.
    try await provider.approve(try #require(first.qrData), number: nil)
    await device.poll(after: Self.interval)
    await device.clock.waitForSleepers(of: Self.interval)
    try await provider.approve(try #require(second.qrData), number: nil)
    await device.poll(after: Self.interval)
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }

  @Test("A112: a step-up's new QR code is for the same user") func renewsAsTheStepUpsUser() async throws {
    let (device, _) = try await scanner()
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .qrCode))
    let first = try await approval(flow)
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(540))
    let second = try await approval(flow) { $0.qrData != first.qrData }
    // The token has expired when the second code is due, so the code stays until its own end.
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(540))
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(60))
    #expect(await flow.failure()?.code == .approvalExpired)
    #expect(try device.sandbox.requestCount("challenge/qr-code") == 2 && second.qrData != nil)
  }

  @Test("A63: a scanned QR code is shown as scanned, and stays") func showsThatItWasScanned() async throws {
    let (device, provider) = try await scanner()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let first = try await approval(flow)
    _ = try await provider.devices.claim(try #require(first.qrData))
    await device.poll(after: Self.interval)
    let scanned = try await approval(flow) { $0.isClaimed }
    #expect(scanned.qrData == first.qrData)
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(560))
    await device.clock.waitForSleepers(of: Self.interval)
    #expect(try device.sandbox.requestCount("challenge/qr-code") == 1)
    try await provider.approve(try #require(first.qrData), number: nil)
    await device.poll(after: Self.interval)
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }

  @Test("A112: an approval between the last poll and the new code counts") func losesNoApproval() async throws {
    let hook = Hook()
    let device = try Device(through: { HookedTransport(next: $0, path: "challenge/qr-code", hook: hook) })
    try await device.signIn()
    _ = try await device.client.start(FlowRequest(purpose: .enroll(.qrCode))).result()
    let provider = try device.provider()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let first = try await approval(flow)
    await device.clock.waitForSleepers(of: Self.interval)
    let id = try #require(first.qrData)
    hook.set { try await provider.approve(id, number: nil) }
    device.clock.advance(by: .seconds(540))
    guard case .session = try await flow.result() else { return #expect(Bool(false), "no session") }
  }

  @Test("A112: the old QR code stays if the new one cannot be requested", arguments: ["drop", "status"])
  func retriesAFailedRenewal(_ kind: String) async throws {
    let (device, _) = try await scanner()
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let first = try await approval(flow)
    await device.clock.waitForSleepers(of: Self.interval)
    device.control(
      "faults",
      ["match": "/authsignal/v1/client/challenge/qr-code", "kind": .string(kind), "value": 503, "times": 1])
    device.clock.advance(by: .seconds(540))
    let same = try await approval(flow)
    #expect(same == first)
    await device.poll(after: Self.interval)
    let second = try await approval(flow) { $0.qrData != first.qrData }
    #expect(second.qrData != nil)
    flow.reset()
  }

  @Test("A112, A115: over a WebSocket, the new code has a new connection") func renewsOverASocket() async throws {
    let (device, _) = try await scanner()
    try useSockets(device)
    let flow = device.client.start(FlowRequest(method: .qrCode))
    let first = try await approval(flow)
    #expect(first.qrData == "c-1")
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(540))
    let second = try await approval(flow) { $0.qrData == "c-2" }
    #expect(!second.isClaimed)
    let sockets = opened.all
    #expect(sockets.count == 2 && sockets[0].isClosed && !sockets[1].isClosed)
    sockets[1].report("claimed")
    await pollUntil(flow, device) { $0.isClaimed }
    // A scanned code is not replaced.
    await device.clock.waitForSleepers(of: Self.interval)
    device.clock.advance(by: .seconds(560))
    await device.clock.waitForSleepers(of: Self.interval)
    #expect(opened.all.count == 2)
    await flow.cancel()
    while !sockets[1].isClosed { await Task.yield() }
  }

  @Test("A112: an approval that the old connection has read counts") func losesNoApprovalOfASocket() async throws {
    let (device, _) = try await scanner()
    let api = try device.provider().api
    let line = QRCodeLine()
    let token = try await proof(device)
    let opener: AuthsignalSocketOpener = { [opened] url, subprotocols in
      // While the second connection is opened, the first one reports the approval.
      if let first = opened.last {
        first.report("approved", token: token)
        while try line.state(of: "c-1")?.isDecided != true { await Task.yield() }
      }
      let socket = ScriptedSocket(url, subprotocols, challengeID: "c-\(opened.all.count + 1)")
      opened.add(socket)
      return socket
    }
    #expect(try await line.open(opener, api: api, action: "signIn", custom: nil).id == "c-1")
    #expect(try await line.open(opener, api: api, action: "signIn", custom: nil).id == "c-1")
    #expect(opened.all.map(\.isClosed) == [false, true])
    guard case .approved? = try line.state(of: "c-1") else { return #expect(Bool(false), "the approval is lost") }
    await line.close()
    #expect(opened.all.map(\.isClosed) == [true, true])
  }

  /// The token of a challenge that jane has completed.
  private func proof(_ device: Device) async throws -> Secret {
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", exchange: false))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { throw AuthError(.internalError, "no proof") }
    return proof.token
  }

  /// Lets the flow poll until it shows a prompt that fits. A message over the WebSocket is read some time after it was
  /// sent.
  private func pollUntil(_ flow: AuthFlow, _ device: Device, _ fits: (ApprovalPrompt) -> Bool) async {
    while true {
      await device.poll(after: Self.interval)
      await device.clock.waitForSleepers(of: Self.interval)
      if case .prompt(.awaitApproval(let approval), _) = flow.current, fits(approval) { return }
    }
  }
}
