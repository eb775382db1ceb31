import AuthCore
import AuthCrypto
import AuthHawcx
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The exchange at the token endpoint, with a scripted server: the exchange returns only verified tokens.
@Suite struct HawcxCodeExchangeTests {
  private let clock = ManualClock()
  private let key = JWS.SigningKey.p256(P256.Signing.PrivateKey())
  private static let issuer = "https://t.example"

  private func metadata(_ change: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = [
      "issuer": .string(Self.issuer), "token_endpoint": .string(Self.issuer + "/oauth2/token"),
      "jwks_uri": .string(Self.issuer + "/.well-known/jwks.json"),
      "id_token_signing_alg_values_supported": ["ES256", "none", "HS256"],
    ]
    for member in change.members { object[member.name] = member.value.isNull ? nil : member.value }
    return .object(object)
  }

  private func token(_ change: JSONObject = [:], signedWith signer: JWS.SigningKey? = nil) throws -> String {
    let now = Int64(clock.now().timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(Self.issuer), "sub": "user-1", "aud": "cid", "iat": .integer(now), "exp": .integer(now + 300),
      "email": "jane@example.com",
    ]
    for member in change.members { claims[member.name] = member.value.isNull ? nil : member.value }
    return try JWS.sign(claims: claims, keyID: "k1", with: signer ?? key)
  }

  private func exchange(_ transport: ScriptedTransport) throws -> HawcxCodeExchange {
    HawcxCodeExchange(
      issuer: try #require(URL(string: Self.issuer)), clientID: "cid", configID: "cfg", transport: transport,
      clock: clock)
  }

  private func script(_ token: String, metadata: JSONValue? = nil) throws -> ScriptedTransport {
    let keys = try JWKSet([JWK(key.verificationKey, keyID: "k1")])
    let metadata = metadata ?? self.metadata()
    return ScriptedTransport { (request) throws(AuthError) in
      switch request.url.path {
      case "/.well-known/openid-configuration": .json(metadata)
      case "/.well-known/jwks.json": .json(keys.json)
      case "/oauth2/token": .json(["id_token": .string(token), "token_type": "Bearer", "expires_in": 300])
      default: TransportResponse(status: 404)
      }
    }
  }

  @Test func returnsAVerifiedToken() async throws {
    let transport = try script(try token())
    let exchange = try exchange(transport)
    let identity = try await exchange.exchange(code: Secret("ac"), verifier: Secret("v"), redirectURI: "app://cb")
    #expect(identity.subject == "user-1")
    #expect(identity.claims["email"] == "jane@example.com")
    #expect(identity.expiresAt == clock.now().addingTimeInterval(300))
    #expect(!"\(identity)".contains("eyJ"))
    let request = try #require(transport.requests.first { $0.url.path == "/oauth2/token" })
    #expect(request.method == "POST" && request.retry == .never, "a code is sent once")
    #expect(request.headers["X-Config-Id"] == "cfg")
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let fields = try #require(PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)))
    #expect(
      fields.map { "\($0.name)=\($0.value)" } == [
        "grant_type=authorization_code", "code=ac", "code_verifier=v", "client_id=cid", "redirect_uri=app://cb",
      ])
    _ = try await exchange.exchange(code: Secret("ac2"), verifier: Secret("v"))
    #expect(transport.requests.count == 4, "metadata and keys are requested once")
    clock.advance(by: .seconds(3601))
    _ = try? await exchange.exchange(code: Secret("ac3"), verifier: Secret("v"))
    #expect(transport.requests.filter { $0.url.path.hasSuffix("openid-configuration") }.count == 2)
  }

  @Test func refusesEveryOtherToken() async throws {
    let now = Int64(clock.now().timeIntervalSince1970)
    let unrelated = JWS.SigningKey.p256(P256.Signing.PrivateKey())
    let secret = JWS.SigningKey.hmac(SymmetricKey(data: [UInt8](repeating: 7, count: 32)), .hs256)
    let good = try token()
    let head = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    let unsigned = head + "." + good.split(separator: ".")[1] + "."
    let table: [(token: String, code: AuthError.Code)] = [
      (try token(signedWith: unrelated), .signatureInvalid), (try token(signedWith: secret), .invalidToken),
      (unsigned, .invalidToken), (String(good.dropLast(4)) + "AAAA", .signatureInvalid),
      (try token(["iss": "https://other.example"]), .invalidToken), (try token(["aud": "other"]), .invalidToken),
      (try token(["exp": .integer(now - 60)]), .tokenExpired), (try token(["exp": .null]), .invalidToken),
      (try token(["nbf": .integer(now + 60)]), .invalidToken), (try token(["nonce": "n"]), .invalidToken),
      (try token(["sub": .null]), .invalidToken), ("rubbish", .invalidToken),
    ]
    for row in table {
      let exchange = try exchange(try script(row.token))
      do {
        _ = try await exchange.exchange(code: Secret("ac"), verifier: Secret("v"))
        Issue.record("accepted \(row.token.prefix(40))")
      } catch {
        #expect(error.code == row.code, "\(error)")
      }
    }
    let answering = try exchange(try script(try token(["nonce": "n1"])))
    _ = try await answering.exchange(code: Secret("ac"), verifier: Secret("v"), nonce: "n1")
    await #expect(throws: AuthError(.invalidToken, "")) {
      try await answering.exchange(code: Secret("ac"), verifier: Secret("v"), nonce: "n2")
    }
  }

  @Test func refusesInvalidMetadataBeforeSendingTheCode() async throws {
    let changes: [JSONObject] = [
      ["issuer": "https://other.example"], ["issuer": .null], ["token_endpoint": "http://t.example/token"],
      ["token_endpoint": .null], ["jwks_uri": "http://t.example/keys"], ["jwks_uri": .null],
      ["id_token_signing_alg_values_supported": []], ["id_token_signing_alg_values_supported": ["HS256", "none"]],
    ]
    for change in changes {
      let transport = try script(try token(), metadata: metadata(change))
      await #expect(throws: AuthError(.malformedResponse, "")) {
        try await exchange(transport).exchange(code: Secret("ac"), verifier: Secret("v"))
      }
      #expect(!transport.requests.contains { $0.method == "POST" })
    }
    let slashed = try script(
      try token(["iss": .string(Self.issuer + "/")]), metadata: metadata(["issuer": .string(Self.issuer + "/")]))
    _ = try await exchange(slashed).exchange(code: Secret("ac"), verifier: Secret("v"))
  }

  @Test func mapsTheEndpointsRefusals() async throws {
    let table: [(status: Int, error: JSONValue, code: AuthError.Code)] = [
      (400, ["error": "invalid_grant", "error_description": "ac"], .invalidToken),
      (401, ["error": "invalid_client"], .invalidConfiguration), (400, ["error": "invalid_request"], .providerError),
      (500, ["error": "server_error"], .serverError), (429, [:], .rateLimited), (400, [:], .providerError),
    ]
    for row in table {
      let transport = ScriptedTransport([
        .json("GET", "/.well-known/openid-configuration", metadata()),
        .json("POST", "/oauth2/token", status: row.status, row.error),
      ])
      do {
        _ = try await exchange(transport).exchange(code: Secret("ac"), verifier: Secret("v"))
        Issue.record("accepted \(row.status)")
      } catch let error as AuthError {
        #expect(error.code == row.code)
      }
    }
  }
}
