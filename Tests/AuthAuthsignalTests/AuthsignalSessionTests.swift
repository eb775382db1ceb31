import AuthAuthsignal
import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Operations on a session: renewal, sign-out, step-up, enrolment and listing of credentials.
@Suite struct AuthsignalSessionTests {
  @Test func renewsTheSessionAtTheBackend() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    device.clock.advance(by: .seconds(3700))
    let renewed = try await device.client.session()
    #expect(renewed.id == session.id && renewed.generation == session.generation + 1)
    #expect(renewed.tokens.access != session.tokens.access && renewed.tokens.refresh != session.tokens.refresh)
    device.control("faults", ["match": "/backend/session/refresh", "kind": "drop"])
    await #expect(throws: AuthError(.network, "")) { try await device.client.refresh() }
    #expect(try await device.client.session() == renewed, "the session is kept while the network fails")
  }

  @Test func endsASessionThatTheBackendRefuses() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    device.control("revoke", ["provider": "authsignal", "subject": .string(session.subject)])
    await #expect(throws: AuthError(.sessionExpired, "")) { try await device.client.refresh() }
    #expect(try await device.client.storedSession() == nil)
  }

  @Test func reportsASignOutToTheBackend() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    let result = try await device.client.signOut()
    #expect(result.unrevoked.isEmpty)
    #expect(try await device.client.storedSession() == nil)
    let token = try #require(session.tokens.access?.revealText())
    let me = device.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + token]))
    #expect(me.status == 401)
  }

  @Test func sendsTheTokenToItsOriginsAlone() async throws {
    let device = try Device(changing: ["origins": ["https://elsewhere.example"]])
    try await device.signIn()
    let url = try #require(Origin(device.sandbox.baseURL)).description + "/backend/me"
    let before = try device.sandbox.requestCount("")
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      try await device.client.send(TransportRequest("GET", try #require(.init(string: url))))
    }
    #expect(try device.sandbox.requestCount("") == before)
  }

  @Test func provesAnActionAndStoresNothing() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "withdraw-funds")))
    let (prompt, context) = try await flow.prompt()
    #expect(prompt.name == "enterCode" && context.stepID == "withdraw-funds" && context.phase == "challenge")
    try await flow.submit(code: try device.code())
    guard case .proof(let proof) = try await flow.result() else { return #expect(Bool(false), "no proof") }
    #expect(proof.action == "withdraw-funds")
    #expect(try await device.client.session() == session)
  }

  @Test("L19: a user who takes longer than both tokens' lifetimes needs a new code, and the flow continues")
  func flowSurvivesTheExpiryOfBothTokens() async throws {
    let tracked = Locked<[(session: Session?, at: Date)]>([])
    let source = Locked<(@Sendable () throws -> (Secret, Date))?>(nil)
    let device = try Device(
      tokenProvider: ClosureTokenProvider { request in
        guard let (token, now) = try source.withLock({ $0 })?() else { return nil }
        tracked.withLock { $0.append((request.session, now)) }
        return token
      })
    device.control("policy", ["provider": "authsignal", "tokenSeconds": 60, "accessTokenSeconds": 60])
    source.withLock { $0 = { (try device.track(), device.clock.now()) } }
    let (session, _) = try await device.signIn()
    tracked.withLock { $0 = [] }
    source.withLock { $0 = { (try device.track(action: "withdraw-funds"), device.clock.now()) } }
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "withdraw-funds")))
    var prompts = 0
    for await update in flow {
      switch update {
      case .prompt(_, let context):
        prompts += 1
        if prompts > 3 { return #expect(Bool(false), "the flow showed more than three prompts") }
        if context.lastError?.code == .codeExpired {
          try await flow.resend()
        } else {
          if prompts == 1 { device.clock.advance(by: .seconds(65)) }
          try await flow.submit(code: try device.code())
        }
      case .failed(let error): Issue.record("\(error)")
      case .completed(let result): #expect(result.name == "proof")
      case .idle, .working: continue
      }
    }
    let asked = tracked.withLock { $0 }
    #expect(prompts == 3 && asked.count == 2)
    for (known, now) in asked { #expect(known?.id == session.id && known?.isExpired(at: now) == false) }
  }

  @Test func refusesMalformedActionsBeforeAnythingIsSent() async throws {
    let device = try Device()
    try await device.signIn()
    let before = try device.sandbox.requestCount("")
    for action in ["", "with draw", "a/b", "ä", String(repeating: "x", count: 65)] {
      let flow = device.client.start(FlowRequest(purpose: .stepUp(action: action)))
      #expect(await flow.failure()?.code == .invalidRequest, "\(action)")
    }
    #expect(try device.sandbox.requestCount("") == before)
  }

  @Test func requiresAMethodForAStepUp() async throws {
    let device = try Device()
    let unrelated = Session(
      id: SessionID("other"), providerID: "privy", tenant: "app", subject: "did:privy:x",
      identifier: "bob@example.com", createdAt: device.clock.now())
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), session: unrelated))
    #expect(await flow.failure()?.code == .noCredential)
  }

  @Test func enrolsAnAuthenticatorAppAndSignsInWithIt() async throws {
    let device = try Device()
    try await device.signIn()
    let flow = device.client.start(FlowRequest(purpose: .enroll(.totp)))
    var setup: TOTPSetupPrompt?
    for await update in flow {
      switch update {
      case .prompt(.enterCode, _):
        // The server requires a proof of an enrolled method first.
        try await flow.submit(code: try device.code())
      case .prompt(.setupTOTP(let shown), _):
        setup = shown
        try await flow.submit(code: try totp(shown.secret, at: device.clock))
      case .failed(let error): Issue.record("\(error)")
      case .completed(let result):
        guard case .credential(let credential) = result else { return #expect(Bool(false), "\(result.name)") }
        #expect(credential.method == .totp && !credential.id.isEmpty)
      default: continue
      }
    }
    let secret = try #require(setup).secret
    let listed = try await device.client.credentials()
    #expect(Set(listed.map(\.method)) == [.emailOTP, .totp])
    #expect(listed.allSatisfy { $0.label != "jane@example.com" }, "the server masks addresses")

    device.clock.advance(by: .seconds(60))
    let second = device.client.start(FlowRequest(identifier: "jane@example.com", method: .totp))
    let (prompt, _) = try await second.prompt()
    #expect(prompt.name == "enterTOTP")
    try await second.submit(code: try totp(secret, at: device.clock))
    _ = try await second.result()
  }

  /// RFC 6238 with SHA-1, six digits and thirty seconds.
  private func totp(_ secret: Secret, at clock: ManualClock) throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits: UInt32 = 0
    var count = 0
    var key: [UInt8] = []
    for character in secret.revealText() where character != "=" {
      bits = bits << 5 | UInt32(try #require(alphabet.firstIndex(of: character)))
      count += 5
      if count >= 8 {
        count -= 8
        key.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    let counter = UInt64(clock.unixSeconds / 30)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
    let code = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    let offset = Int(code[19] & 15)
    let number = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(number % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension AuthClient {
  /// The credentials that the signed-in user has enrolled.
  func credentials() async throws -> [Credential] {
    let listing = try #require(try provider() as? any CredentialListing)
    return try await listing.credentials(of: try await session())
  }
}
