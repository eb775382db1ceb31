import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SessionTokenTests {
  private let vectors: TurnkeyVectors
  private let forge = TokenForge()
  private let own = Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation)
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws { vectors = try TurnkeyVectors() }

  private var keys: TurnkeyKeys {
    TurnkeyKeys(notarizer: forge.publicKeyHex, tlsFetcher: TurnkeyKeys.production.tlsFetcher, signer: "")
  }

  private func claims(_ changes: JSONObject = [:]) -> JSONValue {
    var claims: JSONObject = [
      "exp": 1_800_000_900, "public_key": .string(Hex.encode(own)), "session_type": "SESSION_TYPE_READ_WRITE",
      "user_id": "user-1", "organization_id": "org-1",
    ]
    for member in changes.members { claims[member.name] = member.value.isNull ? nil : member.value }
    return .object(claims)
  }

  private func verify(_ token: Secret, organizationID: String? = "org-1") throws(AuthError) -> SessionToken {
    try SessionToken(verifying: token, publicKey: own, organizationID: organizationID, keys: keys, now: now)
  }

  @Test func verifiesThePublishedTokens() throws {
    var count = 0
    for vector in vectors.all("session_jwt") {
      let expected = try #require(vector["claims"])
      let expiry = try #require(expected["exp"]?.numberValue)
      let keys = TurnkeyKeys(notarizer: try vector.text("verify_key_uncompressed_hex"), tlsFetcher: "", signer: "")
      let token = Secret(try vector.text("jwt"))
      let publicKey = try expected.bytes("public_key")
      let session = try SessionToken(
        verifying: token, publicKey: publicKey, organizationID: expected.text("organization_id"), keys: keys,
        now: Date(timeIntervalSince1970: expiry - 1))
      #expect(session.userID == (try expected.text("user_id")))
      #expect(session.expiresAt == Date(timeIntervalSince1970: expiry))
      #expect(JSONValue.object(session.claims) == expected)
      #expect(throws: AuthError(.tokenExpired, "")) {
        try SessionToken(
          verifying: token, publicKey: publicKey, organizationID: nil, keys: keys,
          now: Date(timeIntervalSince1970: expiry))
      }
      count += 1
    }
    #expect(count == 2)
  }

  @Test func acceptsOurOwnToken() throws {
    let session = try verify(try forge.token(claims(), doubleHash: true))
    #expect(session.userID == "user-1")
    #expect(session.organizationID == "org-1")
    // With a session profile, `session_type` is the profile's free text.
    let profiled = claims(["session_type": "Trading desk", "session_profile_id": "p", "scope": "read"])
    #expect(try verify(forge.token(profiled, doubleHash: true)).claims["session_type"] == "Trading desk")
  }

  @Test func refusesEveryOtherToken() throws {
    let good = try forge.token(claims(), doubleHash: true).revealText()
    let parts = good.split(separator: ".").map(String.init)
    let foreign = Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation)
    func forged(_ changes: JSONObject) throws -> String {
      try forge.token(claims(changes), doubleHash: true).revealText()
    }
    func headed(_ header: JSONValue) throws -> String {
      try forge.token(claims(), header: header, doubleHash: true).revealText()
    }
    let cases: [(String, String, AuthError.Code)] = [
      ("hashed once, as ES256 is", try forge.token(claims(), doubleHash: false).revealText(), .signatureInvalid),
      ("signed by another key", try TokenForge().token(claims(), doubleHash: true).revealText(), .signatureInvalid),
      (
        "claims changed", "\(parts[0]).\(Base64URL.encode(claims(["user_id": "x"]).serialized)).\(parts[2])",
        .signatureInvalid
      ),
      ("no signature", "\(parts[0]).\(parts[1]).", .invalidToken),
      ("two parts", "\(parts[0]).\(parts[1])", .invalidToken),
      ("four parts", good + ".AA", .invalidToken),
      ("padded", good + "=", .invalidToken),
      ("alg none", try headed(["alg": "none", "typ": "JWT"]), .invalidToken),
      ("alg HS256", try headed(["alg": "HS256", "typ": "JWT"]), .invalidToken),
      ("alg ES384", try headed(["alg": "ES384", "typ": "JWT"]), .invalidToken),
      ("no alg", try headed(["typ": "JWT"]), .invalidToken),
      ("crit", try headed(["alg": "ES256", "crit": ["exp"]]), .invalidToken),
      ("another device's key", try forged(["public_key": .string(Hex.encode(foreign))]), .invalidToken),
      ("no key", try forged(["public_key": nil]), .invalidToken),
      ("expired", try forged(["exp": 1_800_000_000]), .tokenExpired),
      ("exp as text", try forged(["exp": "1800000900"]), .invalidToken),
      ("exp negative", try forged(["exp": -1]), .invalidToken),
      ("exp beyond dates", try forged(["exp": 9_007_199_254_740_991]), .invalidToken),
      ("exp with a fraction", try forged(["exp": 1_800_000_900.5]), .invalidToken),
      ("no exp", try forged(["exp": nil]), .invalidToken),
      ("no user", try forged(["user_id": nil]), .invalidToken),
      ("empty user", try forged(["user_id": ""]), .invalidToken),
      ("no organisation", try forged(["organization_id": nil]), .invalidToken),
      ("another organisation", try forged(["organization_id": "org-2"]), .invalidToken),
      ("no session type", try forged(["session_type": nil]), .invalidToken),
      ("empty", "", .invalidToken),
    ]
    for (name, token, code) in cases {
      do throws(AuthError) {
        _ = try verify(Secret(token))
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error.code == code, "\(name): \(error)")
        #expect(!"\(error)".contains("eyJ"), "\(name)")
      }
    }
  }
}
