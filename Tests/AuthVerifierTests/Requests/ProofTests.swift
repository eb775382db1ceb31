import AuthCore
import AuthCrypto
import AuthVerifier
import Testing

/// A token that is bound to a key is accepted only with a proof of that key (RFC 9449 §7).
@Suite struct ProofTests {
  private let issuer: IssuerBackend
  private let key = ProofKey()

  init() throws { issuer = try IssuerBackend() }

  private func boundToken() throws -> Secret { try issuer.accessToken(("cnf", ["jkt": .string(key.thumbprint())])) }

  @Test("A proof is checked, once") func bound() async throws {
    let token = try boundToken()
    let headers: HTTPHeaders = [
      "Authorization": "DPoP " + token.revealText(), "DPoP": try key.proof("GET", Backend.address, token: token),
    ]
    let principal = try await issuer.backend.verify(headers)
    #expect(principal.keyThumbprint == key.thumbprint())
    let replay = try await issuer.backend.refusal(headers)
    #expect(replay?.reason == .proof(.invalid(.replay)) && replay?.status == 401)
    #expect(
      replay?.headers.values(of: "WWW-Authenticate") == [#"DPoP error="invalid_dpop_proof", algs="ES256 EdDSA""#])
  }

  @Test("A stolen token is refused") func stolen() async throws {
    let token = try boundToken()
    let text = token.revealText()
    #expect(try await issuer.backend.refusal(token)?.reason == .invalidCredential, "as a bearer token")
    #expect(
      try await issuer.backend.refusal(["Authorization": "DPoP " + text])?.reason == .proof(.invalid(.fieldCount)))
    let thief = try ProofKey().proof("GET", Backend.address, token: token)
    #expect(
      try await issuer.backend.refusal(["Authorization": "DPoP " + text, "DPoP": thief])?.reason
        == .proof(.invalid(.otherKey)))
    let elsewhere = try key.proof("GET", "https://backend.example/other", token: token)
    let misused: HTTPHeaders = ["Authorization": "DPoP " + text, "DPoP": elsewhere]
    #expect(try await issuer.backend.refusal(misused)?.reason == .proof(.invalid(.target)))
  }

  @Test("A bearer token gains nothing from a proof") func unbound() async throws {
    let token = try issuer.accessToken()
    let headers: HTTPHeaders = [
      "Authorization": "DPoP " + token.revealText(), "DPoP": try key.proof("GET", Backend.address, token: token),
    ]
    #expect(try await issuer.backend.refusal(headers)?.reason == .invalidCredential)
  }

  @Test(
    "A token that is bound in another way is not a bearer token",
    arguments: [
      ["x5t#S256": "abc"], ["jkt": "a", "x5t#S256": "b"], ["jkt": 1], [:], "text",
    ] as [JSONValue]) func otherConfirmations(_ confirmation: JSONValue) async throws
  {
    let token = try issuer.accessToken(("cnf", confirmation))
    #expect(try await issuer.backend.refusal(token)?.reason == .invalidCredential)
  }

  @Test("A backend can require its nonces") func nonces() async throws {
    var options = RequestVerifier.Options()
    let nonces = try DPoPNonces(key: SymmetricKey(size: .bits256))
    options.nonces = nonces
    let strict = try IssuerBackend(options: options)
    let token = try strict.accessToken(("cnf", ["jkt": .string(key.thumbprint())]))
    var headers: HTTPHeaders = [
      "Authorization": "DPoP " + token.revealText(), "DPoP": try key.proof("GET", Backend.address, token: token),
    ]
    let refusal = try #require(try await strict.backend.refusal(headers))
    let nonce = try #require(refusal.headers["DPoP-Nonce"])
    #expect(refusal.status == 401 && refusal.body == ["error": "use_dpop_nonce"])
    #expect(nonce == nonces.current(at: Mint.now))
    headers["DPoP"] = try key.proof("GET", Backend.address, token: token, nonce: nonce)
    #expect(try await strict.backend.verify(headers).subject == "jane")
  }
}
