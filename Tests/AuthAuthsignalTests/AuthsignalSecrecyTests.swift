import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// Prompts, observed events and error messages contain no secret.
@Suite struct AuthsignalSecrecyTests {
  @Test func outputContainsNoSecret() async throws {
    let spy = Spy()
    let device = try Device(through: { SpyingTransport(next: $0, spy: spy) })
    var shown = ""
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    dump(flow.current, to: &shown)
    let code = try device.code()
    try await flow.submit(code: try device.sandbox.wrongCode())
    dump(try await flow.prompt(failing: .invalidCode), to: &shown)
    try await flow.submit(code: code)
    dump(try await flow.result(), to: &shown)
    dump(try await device.client.refresh(), to: &shown)
    device.control("faults", ["match": "/", "kind": "garbage"])
    do { dump(try await device.client.refresh(), to: &shown) } catch { dump(error, to: &shown) }
    let failing = device.client.signIn(identifier: "bob@example.com")
    dump(await failing.failure(), to: &shown)
    shown += device.observer.dumpedText

    let secrets = spy.secrets + [code]
    #expect(secrets.count > 5, "the spy saw tokens")
    for secret in secrets { #expect(!shown.contains(secret)) }
  }

  @Test func outputContainsNoDeviceSecret() async throws {
    let spy = Spy()
    let device = try Device(through: { SpyingTransport(next: $0, spy: spy) })
    let (session, _) = try await device.signIn()
    let provider = try #require(try device.client.provider() as? AuthsignalProvider)
    var shown = ""
    dump(
      try await provider.devices.add(.push, to: session, pushToken: Secret("canary-push-token")), to: &shown)
    dump(try await provider.devices.updatePush(pushToken: Secret("canary-push-token-2")), to: &shown)
    dump(try await provider.devices.add(.qrCode, to: session), to: &shown)
    let flow = device.client.start(FlowRequest(method: .qrCode))
    dump(try await flow.prompt(), to: &shown)
    guard case .awaitApproval(let approval)? = flow.current.prompt else { return #expect(Bool(false), "no QR code") }
    try await provider.approve(try #require(approval.qrData), number: nil)
    try await flow.poll()
    dump(try await flow.result(), to: &shown)
    device.control("faults", ["match": "/", "kind": "garbage"])
    do { dump(try await provider.pending(), to: &shown) } catch { dump(error, to: &shown) }
    shown += device.observer.dumpedText
    let secrets = spy.secrets + ["canary-push-token"]
    #expect(secrets.count > 5, "the spy saw tokens")
    for secret in secrets { #expect(!shown.contains(secret)) }
  }
}

extension FlowUpdate {
  fileprivate var prompt: Prompt? { if case .prompt(let prompt, _) = self { prompt } else { nil } }
}

/// Collects the tokens of all responses. None of them may appear in the output.
final class Spy: Sendable {
  private let seen = Locked<Set<String>>([])
  var secrets: [String] { seen.withLock { Array($0) } }

  func note(_ json: JSONValue) {
    for name in ["token", "accessToken", "refreshToken", "deviceCode"] {
      if let text = json[name]?.stringValue { seen.withLock { _ = $0.insert(text) } }
    }
  }
}

struct SpyingTransport: HTTPTransport {
  let next: any HTTPTransport
  let spy: Spy

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let response = try await next.send(request)
    if let json = try? response.json() { spy.note(json) }
    return response
  }
}
