import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in with a code that is sent by e-mail.
@Suite struct PrivyCodeTests {
  private let address = "jane@example.com"

  private func start(_ app: SandboxedApp) -> AuthFlow {
    app.client.start(FlowRequest(identifier: address, method: .emailOTP))
  }

  @Test func codeOpensASession() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    let (prompt, context) = try #require(await flow.nextPrompt())
    #expect(prompt == .enterCode(CodePrompt(destination: address, channel: .email, length: 6, format: .numeric)))
    #expect(context.lastError == nil)
    try await flow.submit(code: try app.sandbox.lastCode(to: address))
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      Issue.record("no session")
      return
    }
    #expect(isNewUser)
    #expect(session.identifier == address)
    #expect(session.privyUser?.email == address)
    #expect(try await app.me().status == 200)
  }

  @Test func acceptsTheRightCodeAfterAWrongOne() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    _ = try #require(await flow.nextPrompt())
    let right = try app.sandbox.lastCode(to: address)
    let wrong = (right.hasPrefix("1") ? "2" : "1") + right.dropFirst()
    let sent = try app.sandbox.requestCount("/passwordless/authenticate")
    let formless = try #require(try await flow.prompt { try await flow.submit(code: "12") })
    #expect(formless.context.lastError?.code == .invalidCode)
    #expect(try app.sandbox.requestCount("/passwordless/authenticate") == sent)
    let refused = try #require(try await flow.prompt { try await flow.submit(code: wrong) })
    #expect(refused.context.lastError?.code == .invalidCode)
    try await flow.submit(code: right)
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
    // A code works once.
    let second = start(app)
    _ = try #require(await second.nextPrompt())
    if try app.sandbox.lastCode(to: address) != right {
      let spent = try #require(try await second.prompt { try await second.submit(code: right) })
      #expect(spent.context.lastError?.code == .invalidCode)
    }
  }

  @Test func refusesAnExpiredCodeAndAcceptsANewOne() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    _ = try #require(await flow.nextPrompt())
    let old = try app.sandbox.lastCode(to: address)
    try app.control("/clock", ["advanceSeconds": 601])
    app.clock.advance(by: .seconds(601))
    let refused = try #require(try await flow.prompt { try await flow.submit(code: old) })
    #expect(refused.context.lastError?.code == .invalidCode)
    _ = try #require(try await flow.prompt { try await flow.resend() })
    try await flow.submit(code: try app.sandbox.lastCode(to: address))
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
  }

  @Test func codesRunOutOfAttempts() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    _ = try #require(await flow.nextPrompt())
    let right = try app.sandbox.lastCode(to: address)
    let wrong = (right.hasPrefix("1") ? "2" : "1") + right.dropFirst()
    for _ in 0..<5 { _ = try await flow.prompt { try await flow.submit(code: wrong) } }
    let last = try #require(try await flow.prompt { try await flow.submit(code: right) })
    #expect(last.context.lastError != nil)
    #expect(try await app.client.storedSession() == nil)
  }

  @Test func lostResponseLeavesThePrompt() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    _ = try #require(await flow.nextPrompt())
    app.transport.add(Fault(.dropRequest, times: 1))
    let code = try app.sandbox.lastCode(to: address)
    let failed = try #require(try await flow.prompt { try await flow.submit(code: code) })
    #expect(failed.context.lastError?.code == .network)
    try await flow.submit(code: code)
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
  }

  @Test func lateResponseChangesNothing() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let flow = start(app)
    _ = try #require(await flow.nextPrompt())
    app.transport.add(Fault(.delay(.seconds(5)), path: "/passwordless/authenticate"))
    try await flow.submit(code: try app.sandbox.lastCode(to: address))
    await app.clock.waitForSleepers()
    await flow.cancel()
    app.clock.advance(by: .seconds(10))
    #expect(await flow.failure()?.code == .cancelled)
    #expect(try await app.client.storedSession() == nil)
  }
}
