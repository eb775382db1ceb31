import AuthCore
import AuthCrypto
import AuthTesting
import Testing
import WireSamples

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Checks each sampled exchange that our client takes part in: the client's request equals the sample's, and the
/// sample's response gives the right result.
@Suite struct HawcxWireTests {
  private typealias Row = @Sendable (WireSample) async throws -> Void

  private static let rows: [String: Row] = [
    "HS1": { try await flow($0, 0) }, "HS2": { try await flow($0, 1) }, "HS3": { try await flow($0, 2) },
    "HS4": { try await flow($0, 3) }, "HS7": identityToken, "HS8": { try await exchange($0, confidential: false) },
    "HS10": { try await exchange($0, confidential: true) }, "HS11": refusedExchange,
    "HS13": refusedExchange, "HS14": gateway, "HS15": discovery,
    "HS16": { try await startToken($0, .changeMethod(to: .totp)) },
    "HS17": { try await startToken($0, .changePhoneNumber(to: "+14155550100")) }, "HS18": consume,
    "HS21": validationError,
  ]

  @Test func everySampleOfOurCallsHasARow() throws {
    let wanted = try WireSample.all("hawcx").filter { $0.use == .twice }.map(\.id)
    #expect(Set(wanted) == Set(Self.rows.keys))
  }

  @Test(arguments: rows.keys.sorted()) func sample(_ id: String) async throws {
    let sample = try WireSample.named(id)
    let row = try #require(Self.rows[id])
    try await row(sample)
  }

  // MARK: The flow

  /// Runs the whole captured sign-in and compares the request at `index` with the sample's.
  private static func flow(_ sample: WireSample, _ index: Int) async throws {
    let script = HawcxWireScript(try HawcxWireScript.enrolment())
    let flow = script.signIn(try script.client())
    var reader = FlowReader(flow)
    guard case .enterCode(let prompt) = try await reader.prompt().prompt else { throw Unexpected("no code") }
    #expect(prompt.channel == .email && prompt.length == 6 && prompt.format == .numeric)
    #expect(prompt.destination == "e***@hawcx.com" && prompt.expiresAt != nil && prompt.resendAt != nil)
    try await flow.submit(code: "123456")
    guard case .authorizationCode(let code) = try await reader.result() else { throw Unexpected("no code") }
    #expect(code.code.revealText().utf8.count == 43 && code.flowSession == HawcxWireScript.session)
    #expect(code.traceID != nil && code.expiresAt != nil && code.verifier?.count == 43)
    try #require(script.transport.requests.count == 4)
    let request = script.transport.requests[index]
    try HawcxWireScript.compare(request, sample)
    if index == 0 {
      let action = try JSONValue(parsing: request.body ?? [])["action"]
      #expect(action?["flowType"] == "signin" && action?["codeChallenge"]?.stringValue?.utf8.count == 43)
      #expect(action?["opSessionId"]?.stringValue == HawcxWireScript.hostedSession)
    }
  }

  private static func validationError(_ sample: WireSample) async throws {
    let answer = WireShape(try #require(sample.responseBody)).filled([
      "session": .string(HawcxWireScript.session), "step.message": "Request validation failed",
    ])
    let script = HawcxWireScript { (_, _) throws(AuthError) in answer }
    var reader = FlowReader(try script.client().signIn(identifier: "jane@example.com"))
    // Only the identifier was entered, so the flow asks for it again.
    let (prompt, context) = try await reader.prompt()
    #expect(prompt.name == "enterEmail")
    let error = try #require(context.lastError)
    #expect(error.code == .invalidRequest && error.recovery == .retryInput)
    #expect(error.vendorCode == "validation_error" && error.traceID == answer["meta"]?["traceId"]?.stringValue)
    let request = try #require(script.transport.requests.first)
    #expect(request.method == sample.method && request.url.path == sample.path)
  }

  // MARK: Codes and identity tokens

  private static let key = JWS.SigningKey.p256(P256.Signing.PrivateKey())
  private static let clientKey = Curve25519.Signing.PrivateKey()

  /// An issuer that responds to a code with `token` or with `refusal`.
  private static func issuer(
    _ clock: ManualClock, token: String? = nil, refusal: TransportResponse? = nil
  ) throws -> ScriptedTransport {
    let discovery = WireShape(try #require(try WireSample.named("HS15").responseBody)).filled([
      "issuer": "https://t.example", "authorization_endpoint": "https://t.example/authorize",
      "token_endpoint": "https://t.example/oauth2/token", "jwks_uri": "https://t.example/.well-known/jwks.json",
      "id_token_signing_alg_values_supported": ["ES256"],
    ])
    let keys = try JWKSet([JWK(key.verificationKey, keyID: "k1")]).json
    let answer: JSONValue = ["id_token": .string(token ?? "")]
    return ScriptedTransport { (request) throws(AuthError) in
      switch request.url.path {
      case "/.well-known/openid-configuration": .json(discovery)
      case "/.well-known/jwks.json": .json(keys)
      default: refusal ?? .json(answer)
      }
    }
  }

  /// A signed token with the sample's claims.
  private static func token(_ clock: ManualClock) throws -> String {
    let now = Int64(clock.now().timeIntervalSince1970)
    let claims = WireShape(try #require(try WireSample.named("HS7").responseBody)).filled([
      "iss": "https://t.example", "aud": .string(HawcxWireScript.project), "iat": .integer(now),
      "nbf": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now), "email": "jane@example.com",
    ])
    return try JWS.sign(claims: try #require(claims.objectValue), keyID: "k1", with: key)
  }

  private static func redeem(
    _ transport: ScriptedTransport, _ clock: ManualClock, confidential: Bool, redirect: Bool = false,
    nonce: String? = nil
  ) async throws -> HawcxIdentity {
    let assertion = try HawcxClientAssertion(privateKeyPEM: Secret(clientKey.pkcs8PEM), keyID: "key_1")
    let exchange = HawcxCodeExchange(
      issuer: try #require(URL(string: "https://t.example")), clientID: HawcxWireScript.project,
      configID: "0123456789abcdef0123456789abcdef", assertion: confidential ? assertion : nil, transport: transport,
      clock: clock)
    return try await exchange.exchange(
      code: Secret("ac"), verifier: Secret(String(repeating: "v", count: 43)),
      redirectURI: redirect ? "http://localhost:5555/callback" : nil, nonce: nonce)
  }

  private static func nonce() throws -> String? {
    let shape = try #require(try WireSample.named("HS7").responseBody)
    return WireShape(shape).filled()["nonce"]?.stringValue
  }

  private static func identityToken(_ sample: WireSample) async throws {
    let clock = ManualClock()
    let transport = try issuer(clock, token: try token(clock))
    let identity = try await redeem(transport, clock, confidential: false, nonce: try nonce())
    #expect(
      WireShape(try #require(sample.responseBody), free: ["iss"]).mismatches(.object(identity.claims)).isEmpty)
    #expect(identity.expiresAt == clock.now().addingTimeInterval(3600))
  }

  private static func exchange(_ sample: WireSample, confidential: Bool) async throws {
    let clock = ManualClock()
    let transport = try issuer(clock, token: try token(clock))
    let identity = try await redeem(
      transport, clock, confidential: confidential, redirect: confidential, nonce: try nonce())
    #expect(!identity.subject.isEmpty)
    let request = try #require(transport.requests.first { $0.method == "POST" })
    try HawcxWireScript.compare(request, sample)
  }

  private static func refusedExchange(_ sample: WireSample) async throws {
    let answer = WireShape(try #require(sample.responseBody)).filled()
    // A sample's status can name alternatives: `400 or 401`.
    let statuses = (sample.json["status"]?.stringValue ?? "").split(separator: " ").compactMap { Int($0) }
    let expected = sample.status.map { [$0] } ?? statuses
    #expect(!expected.isEmpty)
    for status in expected {
      let clock = ManualClock()
      let transport = try issuer(clock, refusal: .json(answer, status: status))
      do {
        _ = try await redeem(transport, clock, confidential: true)
        Issue.record("a refusal gave an identity")
      } catch let error as AuthError {
        #expect(error.vendorCode == answer["error"]?.stringValue)
        #expect(error.code == (answer["error"] == "invalid_grant" ? .invalidToken : .invalidConfiguration))
      }
      try HawcxWireScript.compare(try #require(transport.requests.first { $0.method == "POST" }), sample)
    }
  }

  private static func gateway(_ sample: WireSample) async throws {
    let clock = ManualClock()
    let text = try #require(sample.responseBody?.stringValue)
    let transport = try issuer(
      clock, refusal: TransportResponse(status: try #require(sample.status), body: Array(text.utf8)))
    do {
      _ = try await redeem(transport, clock, confidential: false)
      Issue.record("a refusal gave an identity")
    } catch let error as AuthError {
      #expect(error.code == .invalidConfiguration && error.message.contains("configId"))
    }
    try HawcxWireScript.compare(try #require(transport.requests.first { $0.method == "POST" }), sample)
  }

  private static func discovery(_ sample: WireSample) async throws {
    let clock = ManualClock()
    let transport = try issuer(clock, token: try token(clock))
    _ = try await redeem(transport, clock, confidential: true, nonce: try nonce())
    try HawcxWireScript.compare(try #require(transport.requests.first), sample)
    let answer = WireShape(try #require(sample.responseBody)).filled([
      "issuer": "https://t.example", "token_endpoint": "https://t.example/t", "jwks_uri": "https://t.example/k",
      "id_token_signing_alg_values_supported": ["EdDSA"],
    ])
    let metadata = try HawcxMetadata(answer, askedOf: try #require(URL(string: "https://t.example")))
    #expect(metadata.clientAuthentication == ["none", "private_key_jwt"])
  }

  // MARK: Management

  private static func management(_ answer: JSONValue) throws -> (HawcxManagement, ScriptedTransport) {
    let clock = ManualClock()
    let keys = try JWKSet([JWK(key.verificationKey, keyID: "k1")]).json
    let body = answer.serialized
    let signature = try JWS.sign(
      claims: [
        "body_sha256": .string(Base64URL.encode(SHA256.hash(data: body))),
        "iat": .integer(Int64(clock.now().timeIntervalSince1970)),
      ], keyID: "k1", with: key)
    let transport = ScriptedTransport { (request) throws(AuthError) in
      request.method == "GET"
        ? .json(keys)
        : TransportResponse(
          status: 200, headers: ["Content-Type": "application/json", "X-Response-Signature": signature], body: body)
    }
    let management = HawcxManagement(
      baseURL: try HawcxBaseURL("https://t.example"), clientID: HawcxWireScript.project, configID: "cfg",
      assertion: try HawcxClientAssertion(privateKeyPEM: Secret(clientKey.pkcs8PEM), keyID: "key_1"),
      transport: transport, clock: clock)
    return (management, transport)
  }

  private static func startToken(_ sample: WireSample, _ purpose: HawcxStepUpPurpose) async throws {
    let answer = WireShape(try #require(sample.responseBody)).filled()
    let (management, transport) = try management(answer)
    let (token, life) = try await management.startToken(for: "jane@example.com", purpose: purpose)
    #expect(token.revealText() == answer["start_token"]?.stringValue && life == .seconds(60))
    try HawcxWireScript.compare(
      try #require(transport.requests.first { $0.method == "POST" }), sample, free: ["new_mfa_method"])
  }

  private static func filled(_ shape: JSONValue?) throws -> JSONValue { WireShape(try #require(shape)).filled() }

  private static func consume(_ sample: WireSample) async throws {
    let (management, transport) = try management(WireShape(try #require(sample.responseBody)).filled())
    let receipt = try #require(try filled(sample.requestBody)["step_up_receipt"]?.stringValue)
    try await management.consume(receipt: Secret(receipt))
    try HawcxWireScript.compare(try #require(transport.requests.first { $0.method == "POST" }), sample)
  }
}
