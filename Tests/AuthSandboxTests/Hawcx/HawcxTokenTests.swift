import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

@Suite struct HawcxTokenTests {
  let caller: HawcxCaller

  init() throws { caller = try HawcxCaller() }

  private var issuer: String { caller.sandbox.baseURL + "/hawcx" }

  @Test func exchangesACodeOnceForAnIDTokenThatVerifies() throws {
    let code = try caller.authCode("jane@example.com")
    let answer = try caller.exchange(code: code)
    #expect(answer.status == 200)
    let token = try #require(answer.body["id_token"]?.stringValue)
    let keys = try JWKSet(json: caller.control("GET", "/hawcx/.well-known/jwks.json"))
    let rules = JWTValidationRules.identityToken(issuer: issuer, clientID: caller.clientID)
    let verified = try JWTVerifier(rules).verify(token, with: keys, at: Date())
    #expect(verified.algorithm == .es256)
    #expect(verified["email"]?.stringValue == "jane@example.com")
    #expect(verified["acr"]?.stringValue == "urn:hawcx:pwdless:v1")
    #expect(verified["amr"]?.arrayValue == ["otp"])
    let lifetime = try verified.expiresAt.timeIntervalSince(#require(verified.issuedAt))
    #expect(lifetime == 3600)
    let replay = try caller.exchange(code: code)
    #expect(replay.status == 400)
    #expect(replay.body["error"]?.stringValue == "invalid_grant")
  }

  @Test func refusesAnotherVerifierAndAnOldCode() throws {
    let code = try caller.authCode("jane@example.com")
    let other = try caller.exchange(code: code, verifier: String(repeating: "a", count: 43))
    #expect(other.body["error"]?.stringValue == "invalid_grant")
    #expect(try caller.exchange(code: code).status == 200)
    let late = try caller.authCode("jane@example.com")
    try caller.advance(61)
    #expect(try caller.exchange(code: late).body["error"]?.stringValue == "invalid_grant")
  }

  @Test func requiresAnAssertionOfAConfidentialClient() throws {
    let client = try #require(caller.sandbox.descriptor["hawcx"]?["confidentialClient"])
    let id = try #require(client["clientId"]?.stringValue)
    let key = try Curve25519.Signing.PrivateKey(pkcs8PEM: #require(client["privateKeyPEM"]?.stringValue))
    let keyID = client["keyId"]?.stringValue
    let now = Int64(Date().timeIntervalSince1970)
    func assertion(
      audience: String? = nil, lifetime: Int64 = 60, jti: String = "one",
      key other: Curve25519.Signing.PrivateKey? = nil
    ) throws -> String {
      try JWS.sign(
        claims: [
          "iss": .string(id), "sub": .string(id), "aud": .string(audience ?? issuer + "/oauth2/token"),
          "iat": .integer(now), "exp": .integer(now + lifetime), "jti": .string(jti),
        ], keyID: keyID, with: .ed25519(other ?? key))
    }
    let code = try caller.authCode("jane@example.com")
    func exchange(_ assertion: String?) throws -> (status: Int, body: JSONValue) {
      var fields: [(name: String, value: String)] = [
        ("grant_type", "authorization_code"), ("code", code), ("code_verifier", caller.verifier), ("client_id", id),
      ]
      if let assertion {
        fields.append(("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
        fields.append(("client_assertion", assertion))
      }
      return try caller.exchange(fields)
    }
    let refused = [
      nil, try assertion(audience: issuer), try assertion(lifetime: 121), try assertion(key: .init()),
    ]
    for assertion in refused {
      let answer = try exchange(assertion)
      #expect(answer.status == 401)
      #expect(answer.body["error"]?.stringValue == "invalid_client")
    }
    let answer = try exchange(assertion())
    #expect(answer.status == 200)
    let token = try #require(answer.body["id_token"]?.stringValue)
    let keys = try JWKSet(json: caller.control("GET", "/hawcx/.well-known/jwks.json"))
    let verified = try JWTVerifier(.identityToken(issuer: issuer, clientID: id)).verify(token, with: keys, at: Date())
    #expect(verified.audiences == [id])
    // An assertion is accepted only once.
    let copy = try exchange(assertion())
    #expect(copy.body["error"]?.stringValue == "invalid_client")
    #expect(copy.body["error_description"]?.stringValue?.contains("already used") == true)
  }

  @Test func opensTheAppSessionAtTheBackend() throws {
    func exchange(_ code: String, identifier: String) throws -> (status: Int, body: JSONValue) {
      let response = caller.sandbox.handle(
        SandboxRequest(
          "POST", "/backend/hawcx/exchange",
          json: [
            "authCode": .string(code), "codeVerifier": .string(caller.verifier), "identifier": .string(identifier),
          ]))
      return (response.status, try JSONValue(parsing: response.body))
    }
    let code = try caller.authCode("jane@example.com")
    let answer = try exchange(code, identifier: "Jane@example.com")
    #expect(answer.status == 200)
    let token = try #require(answer.body["token"]?.stringValue)
    let me = caller.sandbox.handle(
      SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + token]))
    #expect(me.status == 200)
    #expect(try JSONValue(parsing: me.body)["subject"] == answer.body["subject"])
    #expect(try exchange(code, identifier: "jane@example.com").status == 400)
    let another = try caller.authCode("jane@example.com")
    #expect(try exchange(another, identifier: "eve@example.com").status == 401)
  }

  @Test func publishesItsMetadata() throws {
    let document = try caller.control("GET", "/hawcx/.well-known/openid-configuration")
    #expect(document["issuer"]?.stringValue == issuer)
    #expect(document["issuer"] == caller.sandbox.descriptor["hawcx"]?["issuer"])
    #expect(document["id_token_signing_alg_values_supported"]?.arrayValue == ["ES256"])
    let again = try Sandbox(keyring: caller.sandbox.keyring)
    #expect(again.descriptor["hawcx"] == caller.sandbox.descriptor["hawcx"])
  }
}
