import AuthCore
import AuthSandbox
import Testing

/// The recording of exchanges with their bodies, which is off by default.
@Suite struct RecordingTests {
  @Test func bodiesAreKeptOnDemandOnly() async throws {
    let sandbox = try Sandbox(clock: FixedClock())
    func exchanges() -> [JSONValue] {
      sandbox.handle(SandboxRequest("GET", "/sandbox/recording")).json["exchanges"]?.arrayValue ?? []
    }
    let transport = SandboxTransport(sandbox: sandbox, clock: FixedClock())
    func ask() async throws {
      _ = try await transport.send(
        TransportRequest(
          "POST", sandbox.baseURL + "/turnkey/public/v1/query/whoami",
          body: JSONValue.object(["canary": 1]).serialized))
    }
    try await ask()
    #expect(exchanges().isEmpty)
    #expect(sandbox.post("/sandbox/recording", ["enabled": 1]).status == 400)
    _ = sandbox.post("/sandbox/recording", ["enabled": true])
    try await ask()
    let kept = try #require(exchanges().first)
    #expect(exchanges().count == 1)
    #expect(kept["request"] == "{\"canary\":1}" && kept["status"] == 400)
    #expect(kept["response"]?.stringValue?.contains("organizationId") == true)
    #expect(sandbox.log().allSatisfy { $0["request"] == nil })
    _ = sandbox.post("/sandbox/recording", ["enabled": false])
    #expect(exchanges().isEmpty)
  }
}
