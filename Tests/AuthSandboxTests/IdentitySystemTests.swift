import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's identity system: valid tokens, and tokens that must not verify.
@Suite struct IdentitySystemTests {
  private func token(_ sandbox: Sandbox, _ body: JSONObject) throws -> String {
    let answer = sandbox.post("/sandbox/idp/token", .object(body))
    #expect(answer.status == 200)
    return try #require(answer.json["token"]?.stringValue)
  }

  private func keys(_ sandbox: Sandbox) throws -> JWKSet {
    try JWKSet(parsing: sandbox.handle(SandboxRequest("GET", "/sandbox/idp/jwks.json")).body)
  }

  private func verifier() throws -> JWTVerifier { try JWTVerifier(.applicationToken(audiences: [])) }

  @Test func tokensVerifyAndContainTheRequestedClaims() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    let now = FixedClock().now()
    for (name, algorithm) in [("RS256", JWSAlgorithm.rs256), ("ES256", .es256)] {
      let text = try token(
        sandbox, ["sub": "u1", "alg": .string(name), "ttl": 60, "aud": ["a", "b"], "claims": ["nonce": "n"]])
      let jwt = try verifier().verify(text, with: keys(sandbox), at: now)
      #expect(jwt.algorithm == algorithm)
      #expect(jwt.subject == "u1")
      #expect(jwt.issuer == "http://localhost/sandbox/idp")
      #expect(jwt.audiences == ["a", "b"])
      #expect(jwt["nonce"] == "n")
      #expect(jwt.expiresAt == now.addingTimeInterval(60))
      #expect(throws: AuthError(.tokenExpired, "")) {
        try verifier().verify(text, with: keys(sandbox), at: now.addingTimeInterval(71))
      }
    }
  }

  @Test func tamperedTokensAreRefused() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    let cases: [(String, AuthError.Code)] = [
      ("alg-none", .invalidToken), ("expired", .tokenExpired), ("wrong-key", .signatureInvalid),
      ("bad-signature", .signatureInvalid),
    ]
    for (tamper, code) in cases {
      for algorithm in ["RS256", "ES256"] {
        let text = try token(sandbox, ["sub": "u1", "alg": .string(algorithm), "tamper": .string(tamper)])
        #expect(throws: AuthError(code, ""), "\(tamper) \(algorithm)") {
          try verifier().verify(text, with: keys(sandbox), at: FixedClock().now())
        }
      }
    }
  }

  @Test func refusesMalformedRequests() throws {
    let sandbox = try Sandbox()
    let orders: [JSONValue] = [
      [:], ["sub": 1], ["sub": "u", "alg": "HS256"], ["sub": "u", "alg": 1], ["sub": "u", "ttl": "1"],
      ["sub": "u", "claims": []], ["sub": "u", "tamper": "other"],
    ]
    for order in orders { #expect(sandbox.post("/sandbox/idp/token", order).status == 400, "\(order.serializedText)") }
  }

  @Test func rotationKeepsOldKeysPublished() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    let old = try token(sandbox, ["sub": "u1"])
    #expect(sandbox.post("/sandbox/idp/rotate", [:]).status == 200)
    let new = try token(sandbox, ["sub": "u1"])
    #expect(try JWS(compact: old).keyID != JWS(compact: new).keyID)
    #expect(try keys(sandbox).keys.count == 4)
    for text in [old, new] { _ = try verifier().verify(text, with: keys(sandbox), at: FixedClock().now()) }
  }

  @Test func keysOutliveARestartThroughTheKeyring() throws {
    let first = try Sandbox(clock: FixedClock())
    let text = try token(first, ["sub": "u1", "alg": "RS256"])
    let second = try Sandbox(clock: FixedClock(), keyring: first.keyring)
    _ = try verifier().verify(text, with: keys(second), at: FixedClock().now())
    let unused = try Sandbox()
    #expect(unused.keyring.entries["idp.rs256"] == nil)
    try unused.prepareKeys()
    #expect(try keys(Sandbox(keyring: unused.keyring)).json == keys(unused).json)
    let damaged = SandboxKeyring(entries: ["idp.es256": "AAAA"])
    #expect(throws: AuthError(.storeCorrupt, "")) { try Sandbox(keyring: damaged) }
  }

  @Test func refusesALifetimeOutOfRange() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    for ttl in [Int64.min, -(1 << 32), 1 << 32, Int64.max] {
      #expect(sandbox.post("/sandbox/idp/token", ["sub": "u1", "ttl": .integer(ttl)]).status == 400)
    }
    for ttl in [1 - (1 << 32), (1 << 32) - 1] as [Int64] {
      #expect(sandbox.post("/sandbox/idp/token", ["sub": "u1", "ttl": .integer(ttl)]).status == 200)
    }
  }

  @Test func logsRequestsAndAppliesFaults() async throws {
    let sandbox = try Sandbox()
    let url = try #require(URL(string: "http://localhost/sandbox/idp/jwks.json"))
    let transport = SandboxTransport(sandbox: sandbox)
    #expect(try await transport.send(TransportRequest("GET", url)).status == 200)
    _ = sandbox.post("/sandbox/faults", ["match": "/sandbox/idp", "kind": "status", "value": 500])
    #expect(try await transport.send(TransportRequest("GET", url)).status == 500)
    #expect(sandbox.log().map { $0["provider"] } == ["idp", "idp"])
  }
}
