import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The token that an app sets with `setToken`, as in the vendor's guide.
@Suite struct AuthsignalTokenTests {
  /// A device whose app has neither a backend nor a token provider in its configuration.
  private func bare() throws -> Device { try Device(changing: ["backend": .null]) }

  private func proof(_ flow: AuthFlow) async throws -> ActionProof {
    guard case .proof(let proof) = try await flow.result() else { throw AuthError(.internalError, "no proof") }
    return proof
  }

  @Test func flowsStartFromTheTokenThatIsSet() async throws {
    let device = try bare()
    let provider = try device.provider()
    #expect(!provider.hasToken && provider.tokenExpiresAt == nil)
    try device.client.setToken(try device.track())
    #expect(provider.hasToken)
    #expect(provider.tokenExpiresAt == device.clock.now().addingTimeInterval(600))
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    try await flow.submit(code: try device.code())
    let proof = try await proof(flow)
    #expect(proof.expiresAt == provider.tokenExpiresAt)
    // The token that verifying the code returned has replaced the token that was set. It may add methods.
    #expect(provider.cache.current?.secret == proof.token)
    #expect(provider.cache.current?.scopes?.contains("add:authenticators") == true)
  }

  @Test func startAndVerifyCarryTheSameToken() async throws {
    let seen = Locked<[String: Set<String>]>([:])
    let device = try Device(
      changing: ["backend": .null],
      through: { next in
        Overheard(next: next) { path, authorization in
          seen.withLock { _ = $0[path, default: []].insert(authorization) }
        }
      })
    let token = try device.track()
    try device.client.setToken(token)
    let enrolment = FlowRequest(identifier: "jane@example.com", purpose: .enroll(.emailOTP))
    let provider = try device.provider()
    let flow = AuthFlow(try provider.start(enrolment), providerID: provider.id, services: provider.services)
    _ = try await flow.prompt()
    // Another token that is set in the meantime is not used in this ceremony.
    let other = try device.track()
    try device.client.setToken(other)
    try await flow.submit(code: try device.code())
    _ = try await flow.result()
    let bearer: Set = ["Bearer " + token.revealText()]
    #expect(seen.withLock { $0["user-authenticators/email-otp"] } == bearer)
    #expect(seen.withLock { $0["verify/email-otp"] } == bearer)
    #expect(try device.provider().cache.current?.secret == other)
  }

  @Test func eachClientHasItsOwnToken() async throws {
    let (first, second) = (try bare(), try bare())
    try first.client.setToken(try first.track())
    #expect(try first.provider().hasToken && !second.provider().hasToken)
    #expect(await second.client.signIn(identifier: "jane@example.com").failure()?.code == .tokenRequired)
  }

  @Test func clearsATokenAndRefusesInvalidTexts() async throws {
    let device = try bare()
    let provider = try device.provider()
    try device.client.setToken(try device.track())
    for text in ["", " ", "no token"] {
      #expect(throws: AuthError(.invalidToken, "")) { try provider.setToken(Secret(text)) }
    }
    #expect(provider.hasToken, "the token that was set before stays")
    try device.client.setToken(nil)
    #expect(!provider.hasToken)
    let error = await device.client.signIn(identifier: "jane@example.com").failure()
    #expect(error?.code == .tokenRequired && error?.authsignalCode == .tokenNotSet)
    #expect(try device.sandbox.requestCount("") == 0)
  }

  @Test func refusesAnExpiredTokenBeforehand() async throws {
    let device = try bare()
    let token = try device.track()
    try device.client.setToken(token)
    device.clock.advance(by: .seconds(600))
    #expect(try !device.provider().hasToken)
    let error = await device.client.signIn(identifier: "jane@example.com").failure()
    #expect(error?.code == .tokenExpired && error?.authsignalCode == .expiredToken)
    #expect(throws: AuthError(.tokenExpired, "")) { try device.client.setToken(token) }
    // A token that expires while its flow waits is not sent either.
    try device.client.setToken(try device.track())
    let flow = device.client.signIn(identifier: "jane@example.com")
    _ = try await flow.prompt()
    device.clock.advance(by: .seconds(599))
    let verified = try device.sandbox.requestCount("verify/email-otp")
    device.clock.advance(by: .seconds(1))
    try await flow.submit(code: try device.code())
    #expect(await flow.failure()?.code == .tokenExpired)
    #expect(try device.sandbox.requestCount("verify/email-otp") == verified)
  }

  @Test func asksTheBackendWhereTheTokenIsNotEnough() async throws {
    let device = try Device()
    try device.client.setToken(try device.track())
    let before = try device.sandbox.requestCount("/backend/track")
    try await device.signIn()
    #expect(try device.sandbox.requestCount("/backend/track") == before, "the token that was set is used")
    // A step-up needs a token for its action, so the client requests one from the backend.
    let stepUp = device.client.start(FlowRequest(purpose: .stepUp(action: "pay")))
    _ = try await stepUp.prompt()
    try await stepUp.submit(code: try device.code())
    #expect(try await proof(stepUp).action == "pay")
    #expect(try device.sandbox.requestCount("/backend/track") == before + 1)
    // Lists and enrolments accept any token.
    _ = try await device.provider().credentials(of: try await device.client.session())
    #expect(try device.sandbox.requestCount("/backend/track") == before + 1)
    device.clock.advance(by: .seconds(700))
    let late = device.client.signIn(identifier: "jane@example.com")
    _ = try await late.prompt()
    #expect(try device.sandbox.requestCount("/backend/track") == before + 2)
    late.reset()
  }

  @Test func endOfItsUsersSessionClearsTheToken() async throws {
    let device = try Device()
    let (session, _) = try await device.signIn()
    let provider = try device.provider()
    try provider.setToken(try device.track("bob@example.com"))
    try await provider.discard(session)
    #expect(provider.hasToken, "another user's token is kept")
    try provider.setToken(try device.track())
    try await provider.discard(session)
    #expect(!provider.hasToken)
  }

  @Test func readsATokensClaims() throws {
    func token(_ claims: JSONValue) throws -> ActionToken {
      try #require(ActionToken(Secret("aGVhZA.\(Base64URL.encode(claims.serialized)).c2ln")))
    }
    let full = try token([
      "exp": 1_700_000_600, "sub": "user", "scope": "read:authenticators add:authenticators",
      "other": ["actionCode": "pay", "userId": "user-1"],
    ])
    #expect(full.expiresAt == Date(timeIntervalSince1970: 1_700_000_600) && full.action == "pay")
    #expect(full.user == "user-1" && full.scopes == ["read:authenticators", "add:authenticators"])
    #expect(try token(["actionCode": "top", "other": ["actionCode": "pay"]]).action == "top")
    #expect(try token(["sub": "user"]).user == "user")
    for opaque in [try token([]), try token(["exp": "soon"]), try #require(ActionToken(Secret("aGVhZA.Ym9keQ.c2ln")))] {
      #expect(opaque.expiresAt == nil && opaque.action == nil && !opaque.isExpired(at: .distantFuture))
    }
  }
}

/// A transport that records the path and the `Authorization` header of each request.
struct Overheard: HTTPTransport {
  let next: any HTTPTransport
  let tell: @Sendable (_ path: String, _ authorization: String) -> Void

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if let path = request.url.path.components(separatedBy: "/client/").dropFirst().first {
      tell(path, request.headers["Authorization"] ?? "")
    }
    return try await next.send(request)
  }
}
