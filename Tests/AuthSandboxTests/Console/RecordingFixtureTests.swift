import AuthCore
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxKit

/// The export of a recording as a fixture: the tests' reader accepts it, it fits another run, and it has no secrets.
@Suite struct RecordingFixtureTests {
  /// Signs in by hand at every vendor, and returns the recording and its fixture.
  private func recorded() throws -> (exchanges: [JSONValue], fixture: [JSONValue]) {
    let desk = PageDesk(sandbox: try Sandbox(vendors: [.turnkey, .privy, .hawcx, .authsignal]))
    #expect(desk.post("/controls", [("do", "recording-start")]).status == 303)
    for vendor in ["turnkey", "privy", "hawcx", "authsignal"] {
      _ = desk.post("/sign-in/" + vendor, [("do", "step"), ("address", "jane@example.com")])
      let code = try desk.sandbox.lastCode(to: "jane@example.com")
      _ = desk.post("/sign-in/" + vendor, [("do", "step"), ("code", code)])
      #expect(desk.show("/sign-in/" + vendor).contains("notice done"))
    }
    func read(_ target: String) -> JSONValue { desk.sandbox.handle(SandboxRequest("GET", target)).json }
    let exchanges = try #require(read("/sandbox/recording")["exchanges"]?.arrayValue)
    let fixture = try #require(read("/sandbox/recording?as=fixture").arrayValue)
    return (exchanges, fixture)
  }

  @Test func fitsAnotherRun() throws {
    let (_, fixture) = try recorded()
    let (other, _) = try recorded()
    #expect(fixture.count == other.count && fixture.count > 15)
    for (entry, exchange) in zip(fixture, other) {
      let sample = try WireSample(entry)
      #expect(sample.use == .sandbox && sample.status.map { JSONValue.integer(Int64($0)) } == exchange["status"])
      #expect(sample.method == exchange["method"]?.stringValue)
      for (shape, name) in [(sample.requestBody, "request"), (sample.responseBody, "response")] {
        guard let shape, let text = exchange[name]?.stringValue else { continue }
        #expect(WireShape(shape).mismatches(try JSONValue(parsing: text)) == [], "\(sample) \(name)")
      }
    }
  }

  @Test func hasNoTokensCodesOrAddresses() throws {
    let (exchanges, fixture) = try recorded()
    let text = JSONValue.array(fixture).serializedText
    #expect(!text.contains("eyJ") && !text.contains("jane@"))
    for exchange in exchanges {
      let response = try JSONValue(parsing: exchange["response"]?.stringValue ?? "null")
      for name in ["token", "refresh_token", "verificationToken", "session", "otpId", "authCode", "accessToken"] {
        guard let secret = response[name]?.stringValue, !secret.isEmpty else { continue }
        #expect(!text.contains(secret), "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", "<uuid>"), ("2026-01-02T03:04:05.000Z", "<ISO 8601>"),
    ("0123456789abcdef0123456789abcdef", "<hex, 32>"), ("123456", "<digits, 6>"),
    ("AbCdEfGhIjKlMnOpQrStUv0", "<base64url, 23 chars>"), ("http://127.0.0.1:8787/x", "<url>"),
    ("did:privy:cmabcdefgh0123456789", "<text>"), ("{\"a\":1}", "<text>"), ("jane@example.com", "user@example.com"),
    ("sub-org-1795886725", "<text>"), ("enter_code", "enter_code"), ("EMAIL_OTP", "EMAIL_OTP"),
    ("The code is wrong. Enter it again.", "The code is wrong. Enter it again."),
    ("<jwt>", "<text>"), ("", ""),
  ])
  func replacesWhatDiffers(text: String, placeholder: String) {
    #expect(ValueForm.placeholder(text) == placeholder)
  }
}
