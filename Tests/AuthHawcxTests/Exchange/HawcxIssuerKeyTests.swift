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
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The exchange with a configured issuer key in place of the published keys.
@Suite struct HawcxIssuerKeyTests {
  private let clock = ManualClock()

  private func exchange(
    _ pem: String, _ signer: JWS.SigningKey, keyID: String? = "k1", change: JSONObject = [:]
  ) async throws -> (identity: HawcxIdentity, paths: [String]) {
    let now = Int64(clock.now().timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": "https://t.example", "sub": "user-1", "aud": "cid", "iat": .integer(now), "exp": .integer(now + 300),
    ]
    for member in change.members { claims[member.name] = member.value }
    let token = try JWS.sign(claims: claims, keyID: keyID, with: signer)
    let transport = ScriptedTransport { (request) throws(AuthError) in .json(["id_token": .string(token)]) }
    let issuer = try #require(URL(string: "https://t.example"))
    let exchange = HawcxCodeExchange(
      issuer: issuer, clientID: "cid", configID: "cfg",
      key: try HawcxIssuerKey(pem: pem, tokenEndpoint: issuer.appending(path: "oauth2/token")), transport: transport,
      clock: clock)
    let identity = try await exchange.exchange(code: Secret("c"), verifier: Secret("v"))
    return (identity, transport.requests.map(\.url.path))
  }

  @Test func everyKindOfKeyVerifiesItsOwnTokens() async throws {
    let (small, large, larger) = (P256.Signing.PrivateKey(), P384.Signing.PrivateKey(), P521.Signing.PrivateKey())
    let edwards = Curve25519.Signing.PrivateKey()
    let keys: [(pem: String, signer: JWS.SigningKey)] = [
      (small.publicKey.pemRepresentation, .p256(small)), (large.publicKey.pemRepresentation, .p384(large)),
      (larger.publicKey.pemRepresentation, .p521(larger)), (edwards.publicKey.spkiPEM, .ed25519(edwards)),
    ]
    for (index, key) in keys.enumerated() {
      let (identity, paths) = try await exchange(key.pem, key.signer)
      #expect(identity.subject == "user-1")
      #expect(paths == ["/oauth2/token"], "nothing is discovered, and no key is fetched")
      _ = try await exchange(key.pem, key.signer, keyID: nil)
      // A token that another key signed does not verify, whatever the kind of that key.
      for other in keys.indices where other != index {
        await #expect(throws: AuthError.self) { _ = try await exchange(key.pem, keys[other].signer) }
      }
    }
    let unrelated = P256.Signing.PrivateKey()
    await #expect(throws: AuthError(.signatureInvalid, "")) {
      _ = try await exchange(keys[0].pem, .p256(unrelated))
    }
  }

  @Test func checksTheClaimsToo() async throws {
    let key = P256.Signing.PrivateKey()
    for change: JSONObject in [["iss": "https://evil.example"], ["aud": "other"], ["nonce": "n"], ["exp": 1]] {
      await #expect(throws: AuthError.self) {
        _ = try await exchange(key.publicKey.pemRepresentation, .p256(key), change: change)
      }
    }
  }

  @Test func refusesInvalidKeys() throws {
    let endpoint = try #require(URL(string: "https://t.example/oauth2/token"))
    let good = P256.Signing.PrivateKey()
    for pem in ["", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", good.pemRepresentation, "AAAA"] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try HawcxIssuerKey(pem: pem, tokenEndpoint: endpoint) }
    }
    let plain = try #require(URL(string: "http://t.example/oauth2/token"))
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      try HawcxIssuerKey(pem: good.publicKey.pemRepresentation, tokenEndpoint: plain)
    }
  }
}
