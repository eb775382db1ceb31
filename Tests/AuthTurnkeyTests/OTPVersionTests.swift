import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthTurnkey

/// Version 1 of the calls for one-time codes, which encrypts nothing.
@Suite struct OTPVersionTests {
  @Test func firstVersionSignsUpAndIn() async throws {
    let app = try SandboxedApp(["otpVersion": 1])
    let (first, isNew) = try await app.signIn()
    #expect(isNew)
    let (second, isNewAgain) = try await app.signIn()
    #expect(!isNewAgain && second.subject == first.subject)
    #expect(try await app.provider().whoAmI(second).userID == second.subject)
    for path in ["/v1/otp_init", "/v1/otp_verify", "/v1/signup", "/v1/otp_login"] {
      #expect(try app.count(path) > 0, "\(path)")
      #expect(try app.count(path + "_v2") == 0, "\(path)")
    }
  }

  @Test func asksAgainAfterAWrongCode() async throws {
    let app = try SandboxedApp(["otpVersion": 1])
    let flow = app.client.signIn(identifier: app.address)
    _ = try #require(await flow.nextPrompt())
    let again = try await flow.prompt { try await flow.submit(code: try app.wrongCode()) }
    #expect(again?.context.lastError?.code == .invalidCode)
    try await flow.submit(code: try app.lastCode())
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
  }
}
