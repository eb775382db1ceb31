import AuthCore
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wire format, by the protocol's page.
@Suite struct AuthsignalAPITests {
  private let token: ActionToken
  private let clock = ManualClock()

  init() throws { token = try #require(ActionToken(Secret("aGVhZA.Ym9keQ.c2ln"))) }

  private func api(_ transport: ScriptedTransport) throws -> AuthsignalAPI {
    AuthsignalAPI(
      baseURL: try #require(URL(string: "https://api.authsignal.com/v1")), tenantID: "tenant-123",
      transport: transport, clock: clock)
  }

  @Test func sendsBodyAndContentTypeTogetherOrNeither() async throws {
    let transport = ScriptedTransport([
      .json("POST", "/v1/client/user-authenticators/email-otp", ["userAuthenticatorId": "a", "userId": "u"]),
      .json("POST", "/v1/client/user-authenticators/sms", ["userAuthenticatorId": "a"]),
      .json(
        "POST", "/v1/client/user-authenticators/totp",
        ["userAuthenticatorId": "a", "secret": "GEZDGNBV", "uri": "otpauth://totp/x?secret=GEZDGNBV&period=45"]),
      .json("POST", "/v1/client/challenge/email-otp", ["challengeId": "c"]),
      .json("POST", "/v1/client/challenge/whatsapp", ["challengeId": "c"]),
      .json("POST", "/v1/client/verify/email-otp", ["isVerified": false, "failureReason": "X"]),
      .json("GET", "/v1/client/user-authenticators", []),
    ])
    let api = try api(transport)
    _ = try await api.enroll(CodeMethod.email.segment, Contact(email: "jane@example.com"), token)
    _ = try await api.enroll(CodeMethod.sms.segment, Contact(phone: "+15551230000"), token)
    let totp = try Enrollment(
      try await api.enroll(CodeMethod.totp.segment, nil, token), of: .totp, now: api.clock.now())
    #expect(totp.setup?.period == 45 && totp.setup?.secret == Secret("GEZDGNBV"))
    try await api.challenge(CodeMethod.email.segment, token)
    try await api.challenge(CodeMethod.whatsApp.segment, authenticatorID: "id-1", token)
    _ = try await api.verify(Secret("123456"), .email, token)
    _ = try await api.authenticators(token)
    let bodies: [JSONValue?] = [
      ["email": "jane@example.com"], ["phoneNumber": "+15551230000"], nil, nil, ["userAuthenticatorId": "id-1"],
      ["verificationCode": "123456"], nil,
    ]
    #expect(transport.requests.count == bodies.count)
    for (request, body) in zip(transport.requests, bodies) {
      #expect(try request.body.map { try JSONValue(parsing: $0) } == body)
      #expect(request.headers["Content-Type"] == (body == nil ? nil : "application/json"))
      #expect(request.headers["Authorization"] == "Bearer aGVhZA.Ym9keQ.c2ln")
      #expect(request.headers["X-Authsignal-Tenant-ID"] == "tenant-123")
      #expect(request.headers["X-Authsignal-SDK"] != nil && request.headers["X-Authsignal-Version"] != nil)
      #expect(!request.url.absoluteString.dropFirst(8).contains("//"))
      #expect(request.retry == (request.method == "GET" ? .safe : .never))
    }
  }

  @Test func acceptsOnlyWhatTheProtocolAllows() async throws {
    let malformed: [JSONValue] = [
      [:], ["isVerified": "true"], ["isVerified": true], ["isVerified": true, "accessToken": "no token"], [],
    ]
    for body in malformed {
      let api = try api(ScriptedTransport([.json("POST", "verify/sms", body)]))
      await #expect(throws: AuthError(.malformedResponse, "")) { try await api.verify(Secret("123456"), .sms, token) }
    }
    let created = try api(ScriptedTransport([.json("POST", "verify/sms", status: 201, ["isVerified": true])]))
    await #expect(throws: AuthError(.providerError, "")) { try await created.verify(Secret("123456"), .sms, token) }
    let list = try api(ScriptedTransport([.json("GET", "user-authenticators", ["authenticators": []])]))
    await #expect(throws: AuthError(.malformedResponse, "")) { try await list.authenticators(token) }
  }

  @Test func recognisesATokenByItsForm() {
    for text in ["a.b.c", "aGVhZA.Ym9keQ.c2ln", " aGVhZA.Ym9keQ.c2ln\n"] {
      #expect((ActionToken(Secret(text)) != nil) == (text != "a.b.c"), "\(text)")
    }
    let long = "aGVhZA." + String(repeating: "YWFh", count: 3000) + ".c2ln"
    for text in ["", "token", "aGVhZA.Ym9keQ", "aGVhZA..c2ln", "aGVhZA.Ym9keQ.c2ln.x", "aGVh ZA.Ym9keQ.c2ln", long] {
      #expect(ActionToken(Secret(text)) == nil)
    }
  }

  @Test func readsAuthenticators() throws {
    let list = try Authenticator.list([
      [
        "userAuthenticatorId": "a1", "verificationMethod": "EMAIL_OTP", "createdAt": "2024-05-13T04:59:02.640Z",
        "verifiedAt": "2024-05-13T04:59:02.640Z", "isDefault": true, "email": "j***@example.com", "new": 1,
      ],
      ["userAuthenticatorId": "a2", "verificationMethod": "PALM_BIOMETRICS_RR"],
    ])
    #expect(list[0].isVerified && list[0].isDefault && !list[1].isVerified)
    #expect(list[0].credential.label == "j***@example.com" && list[0].credential.createdAt != nil)
    #expect(list[1].credential.method == "palm_biometrics_rr")
    #expect(CodeMethod.email.isServed(by: list[0]) && !CodeMethod.email.isServed(by: list[1]))
  }
}
