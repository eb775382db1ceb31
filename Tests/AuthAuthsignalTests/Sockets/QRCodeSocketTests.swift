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

/// QR codes over a WebSocket, with a test double of the vendor's socket server. REST calls go to the sandbox.
@Suite struct QRCodeSocketTests {
  private let opened = OpenedSockets()

  private func device() throws -> Device {
    let device = try Device()
    try device.provider().useSockets { [opened] url, subprotocols in
      let socket = ScriptedSocket(url, subprotocols)
      opened.add(socket)
      return socket
    }
    return device
  }

  /// A flow that shows its QR code, and its connection.
  private func waiting(_ device: Device) async throws -> (AuthFlow, ScriptedSocket) {
    let flow = device.client.start(FlowRequest(method: .qrCode))
    guard case .awaitApproval(let approval) = try await flow.prompt().0 else {
      throw AuthError(.internalError, "no QR code")
    }
    #expect(approval.qrData == "c-1")
    return (flow, try #require(opened.last))
  }

  /// The token of a challenge that jane has completed.
  private func proof(_ device: Device) async throws -> Secret {
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", exchange: false))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { throw AuthError(.internalError, "no proof") }
    return proof.token
  }

  /// Advances the clock until the flow has ended, and returns the flow's result. The clock advances only while the flow
  /// sleeps: otherwise the token in the message could expire before the flow has read it.
  private func ending(_ flow: AuthFlow, _ device: Device) async -> Result<FlowResult, AuthError> {
    async let result = Self.result(flow)
    while !flow.isOver {
      if device.clock.sleeperCount > 0 { device.clock.advance(by: .seconds(3)) }
      await Task.yield()
    }
    return await result
  }

  private static func result(_ flow: AuthFlow) async -> Result<FlowResult, AuthError> {
    do throws(AuthError) { return .success(try await flow.result()) } catch { return .failure(error) }
  }

  @Test func approvalSignsIn() async throws {
    let device = try device()
    let token = try await proof(device)
    let (flow, socket) = try await waiting(device)
    #expect(socket.url.absoluteString.hasSuffix("/authsignal/ws-v1-challenge"))
    #expect(socket.subprotocols == ["authsignal-ws", "x.authsignal.tenant." + (try device.provider().tenant)])
    #expect(socket.sent == [QRCodeMessage.create(action: "signIn", custom: nil)])
    socket.say("STATE_CHANGE", ["challengeId": "other", "state": "rejected"])
    socket.say("STATE_CHANGE", ["challengeId": "c-1", "state": "claimed"])
    socket.say(
      "STATE_CHANGE", ["challengeId": "c-1", "state": "approved", "accessToken": .string(token.revealText())])
    guard case .success(.session(let session, _)) = await ending(flow, device) else {
      return #expect(Bool(false), "no session")
    }
    #expect(session.subject.hasPrefix("usr_") && socket.isClosed)
    #expect(try device.sandbox.requestCount("qr-code") == 0, "no poll is sent")
  }

  @Test("A67: a step-up's socket is opened with its user's token") func opensAsTheStepUpsUser() async throws {
    let device = try device()
    try await device.signIn()
    let token = try device.track(action: "pay")
    for (request, isGiven) in [
      (FlowRequest(purpose: .stepUp(action: "pay"), method: .qrCode, token: token), true),
      (FlowRequest(purpose: .stepUp(action: "pay"), method: .qrCode), false),
    ] {
      let flow = device.client.start(request)
      _ = try await flow.prompt()
      let offered = try #require(opened.last?.subprotocols)
      #expect(offered.first == "authsignal-ws" && offered.count == 2)
      let sent = try #require(offered.last)
      #expect(sent.hasPrefix("x.authsignal.token."))
      #expect(isGiven == (sent == "x.authsignal.token." + token.revealText()))
      let user = ActionToken(Secret(String(sent.dropFirst("x.authsignal.token.".count))))?.user
      #expect(user != nil && user == ActionToken(token)?.user)
      await flow.cancel()
    }
  }

  @Test func rejectionAndLostConnectionFailTheFlow() async throws {
    let device = try device()
    let (rejected, first) = try await waiting(device)
    first.say("STATE_CHANGE", ["challengeId": "c-1", "state": "rejected"])
    guard case .failure(let denial) = await ending(rejected, device) else { return #expect(Bool(false), "no failure") }
    #expect(denial.code == .approvalDenied && first.isClosed)
    let (lost, second) = try await waiting(device)
    await second.close()
    guard case .failure(let error) = await ending(lost, device) else { return #expect(Bool(false), "no failure") }
    #expect(error.code == .flowExpired && error.recovery == .restart)
  }

  @Test func socketClosesWithItsFlow() async throws {
    let device = try device()
    let (flow, socket) = try await waiting(device)
    await flow.cancel()
    while !socket.isClosed { await Task.yield() }
    #expect(await flow.failure()?.code == .cancelled)
  }

  @Test func reportsThatNoSocketCanBeOpened() async throws {
    struct Fault: Error {}
    let device = try Device()
    try device.provider().useSockets { _, _ in throw Fault() }
    #expect(await device.client.start(FlowRequest(method: .qrCode)).failure()?.code == .network)
    try device.provider().useSockets(nil)
    let flow = device.client.start(FlowRequest(method: .qrCode))
    _ = try await flow.prompt()
    #expect(try device.sandbox.requestCount("challenge/qr-code") == 1)
    flow.reset()
  }
}

extension AuthFlow {
  /// Whether the flow has ended.
  fileprivate var isOver: Bool {
    switch current {
    case .completed, .failed: true
    case .idle, .working, .prompt: false
    }
  }
}
