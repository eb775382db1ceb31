import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// Nothing that is secret is found in what a flow shows, what observers hear, or what errors say.
@Suite struct AuthsignalSecrecyTests {
  @Test func showsNoSecret() async throws {
    let spy = Spy()
    let device = try Device(through: { SpyingTransport(next: $0, spy: spy) })
    var shown = ""
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    dump(flow.current, to: &shown)
    let code = try device.code()
    try await flow.submit(code: other(than: code))
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
}

/// Collects what must not be seen: every token that crosses the wire.
final class Spy: Sendable {
  private let seen = Locked<Set<String>>([])
  var secrets: [String] { seen.withLock { Array($0) } }

  func note(_ json: JSONValue) {
    for name in ["token", "accessToken", "refreshToken"] {
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
