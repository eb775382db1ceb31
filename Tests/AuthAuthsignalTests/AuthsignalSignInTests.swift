import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whole sign-ins against the sandbox.
@Suite struct AuthsignalSignInTests {
  @Test func enrolsAnUnknownUserAndChallengesAKnownOne() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    let (prompt, context) = try await flow.prompt()
    guard case .enterCode(let code) = prompt else { return #expect(Bool(false), "\(prompt.name)") }
    #expect(code.destination == "jane@example.com" && code.channel == .email && code.length == 6)
    #expect(context.phase == "enroll")
    try await flow.submit(code: " \(try device.code()) ")
    guard case .session(let session, isNewUser: true) = try await flow.result() else {
      return #expect(Bool(false), "no session of a new user")
    }
    #expect(session.identifier == "jane@example.com")
    #expect(session.tenant == device.sandbox.descriptor["authsignal"]?["tenantId"]?.stringValue)
    let me = try #require(URL(string: device.sandbox.baseURL + "/backend/me"))
    let answer = try await device.client.send(TransportRequest("GET", me))
    #expect(answer.status == 200)
    #expect(try answer.json()["subject"]?.stringValue == session.subject)

    let again = device.client.signIn(identifier: "jane@example.com")
    let (_, second) = try await again.prompt()
    #expect(second.phase == "challenge")
    try await again.submit(code: try device.code())
    guard case .session(let next, isNewUser: false) = try await again.result() else {
      return #expect(Bool(false), "no session of a known user")
    }
    #expect(next.subject == session.subject && next.id != session.id)
  }

  @Test func sendsNothingForACodeOfTheWrongForm() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    let before = try device.sandbox.requestCount("")
    for code in ["", "12345", "1234567", "12345a", "１２３４５６"] {
      try await flow.submit(code: code)
      let (_, context) = try await flow.prompt(failing: .invalidCode)
      #expect(context.lastError?.recovery == .retryInput)
    }
    #expect(try device.sandbox.requestCount("") == before)
    try await flow.submit(code: try device.code())
    _ = try await flow.result()
  }

  @Test func asksAgainForAWrongCodeUntilTheAttemptsAreUsed() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    let wrong = try device.sandbox.wrongCode()
    try await flow.submit(code: wrong)
    let (prompt, context) = try await flow.prompt(failing: .invalidCode)
    #expect(prompt.name == "enterCode" && context.lastError?.vendorCode == "CODE_INVALID_OR_EXPIRED")
    #expect(context.attemptsRemaining == 9)
    var attempts = 1
    var ending: AuthError?
    while ending == nil, attempts < 50 {
      attempts += 1
      try await flow.submit(code: wrong)
      do {
        let (_, context) = try await flow.prompt(failing: .invalidCode)
        #expect(context.attemptsRemaining == 10 - attempts && context.lastError?.attemptsRemaining == 10 - attempts)
      } catch {
        ending = error as? AuthError
      }
    }
    #expect(ending?.code == .tooManyAttempts && attempts == 11)
    #expect(try await device.client.storedSession() == nil)
  }

  @Test func newCodeReplacesAnExpiredCode() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    let code = try device.code()
    device.clock.advance(by: .seconds(700))
    try await flow.submit(code: code)
    let (prompt, context) = try await flow.prompt(failing: .codeExpired)
    guard case .enterCode(let shown) = prompt else { return #expect(Bool(false), "\(prompt.name)") }
    #expect(context.lastError?.recovery == .resend && shown.resendAt == nil)
    try await flow.resend()
    _ = try await flow.prompt()
    let fresh = try device.code()
    #expect(try device.sandbox.messageCount() == 2)
    try await flow.submit(code: fresh)
    _ = try await flow.result()
  }

  @Test func resendsAfterAMinute() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    await #expect(throws: AuthError(.invalidState, "")) { try await flow.resend() }
    #expect(try device.sandbox.messageCount() == 1)
    device.clock.advance(by: .seconds(61))
    try await flow.resend()
    while try device.sandbox.messageCount() < 2 { await Task.yield() }
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    _ = try await flow.result()
  }

  @Test func acceptsACodeOnce() async throws {
    let device = try Device()
    try await device.signIn()
    let used = try device.code()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    if used != (try device.code()) {
      try await flow.submit(code: used)
      _ = try await flow.prompt(failing: .invalidCode)
    }
    #expect(try await device.client.storedSession()?.identifier == "jane@example.com", "the earlier session stays")
  }

  @Test func signsInBySMS() async throws {
    let device = try Device()
    let (session, isNewUser) = try await device.signIn("+15551230000")
    #expect(isNewUser && session.identifier == "+15551230000")
    let flow = device.client.signIn(identifier: "+1 (555) 123-0000")
    let (_, context) = try await flow.prompt()
    #expect(context.phase == "challenge")
  }

  @Test func asksForAnIdentifierThatCanReceiveACode() async throws {
    let device = try Device()
    for identifier in [nil, "jane", "+1", "jane@"] as [String?] {
      let flow = device.client.signIn(identifier: identifier)
      let (prompt, _) = try await flow.prompt(failing: identifier == nil ? nil : .invalidIdentifier)
      #expect(prompt.name == "selectMethod", "\(identifier ?? "nil")")
      flow.reset()
    }
    #expect(try device.sandbox.requestCount("") == 0)
    let flow = device.client.signIn()
    _ = try await flow.prompt()
    try await flow.select(method: .emailOTP)
    try await flow.submit(email: "not an address")
    _ = try await flow.prompt(failing: .invalidIdentifier)
    try await flow.submit(email: "jane@example.com")
    while try device.sandbox.messageCount() == 0 { await Task.yield() }
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .session(let session, _) = try await flow.result() else { return #expect(Bool(false)) }
    #expect(session.identifier == "jane@example.com")
  }

  @Test func distinguishesSigningUpFromSigningIn() async throws {
    let closed = try Device(changing: ["signUp": false])
    #expect(await closed.client.signIn(identifier: "jane@example.com").failure()?.code == .userNotFound)
    let device = try Device()
    try await device.signIn()
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp)
    #expect(await device.client.start(signUp).failure()?.code == .userExists)
  }

  @Test func endsInAProofWithoutAnExchange() async throws {
    let device = try Device()
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", exchange: false))
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "signIn" && proof.isNewUser && !proof.token.isEmpty)
    #expect(try await device.client.storedSession() == nil)
  }

  @Test func keepsTheFirstSessionWhenASecondSignInFails() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    device.control("faults", ["match": "/backend/authsignal/exchange", "kind": "status", "value": 500])
    let flow = device.client.signIn(identifier: "bob@example.com")
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code(to: "bob@example.com"))
    #expect(await flow.failure()?.code == .serverError)
    #expect(try await device.client.session() == session)
  }

  @Test func dropsAResponseAfterCancellation() async throws {
    let gate = Gate()
    let device = try Device(through: { HeldTransport(next: $0, gate: gate, path: "/verify/email-otp") })
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    await gate.reached()
    await flow.cancel()
    gate.open()
    #expect(await flow.failure()?.code == .cancelled)
    #expect(try await device.client.storedSession() == nil)
  }

  @Test func survivesALostAnswer() async throws {
    let device = try Device()
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    device.control("faults", ["match": "/authsignal/v1/client/verify", "kind": "drop", "times": 1])
    try await flow.submit(code: try device.code())
    let (_, context) = try await flow.prompt(failing: .network)
    #expect(context.lastError?.recovery == .retryRequest)
    try await flow.submit(code: try device.code())
    _ = try await flow.result()
  }
}
