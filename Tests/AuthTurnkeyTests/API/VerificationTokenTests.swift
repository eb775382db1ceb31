import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct VerificationTokenTests {
  private let forge = TokenForge()
  private let own = Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation)
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func claims(_ changes: JSONObject = [:]) -> JSONValue {
    var claims: JSONObject = [
      "exp": "1800003600000", "id": "token-1", "organization_id": "org", "verification_type": "OTP_TYPE_EMAIL",
      "contact": "jane@example.com", "public_key": .string(Hex.encode(own)),
    ]
    for member in changes.members { claims[member.name] = member.value.isNull ? nil : member.value }
    return .object(claims)
  }

  private func verify(_ token: Secret) throws(AuthError) -> VerificationToken {
    guard let contact = Contact(email: "Jane@Example.com") else { throw .cancelled }
    return try VerificationToken(
      verifying: token, publicKey: own, contact: contact,
      keys: TurnkeyKeys(notarizer: "", tlsFetcher: forge.publicKeyHex, signer: ""), now: now)
  }

  @Test func publishedTokenVerifiesUntilItsExpiry() throws {
    let vector = try TurnkeyVectors()["otp-verification-token"]
    let claims = try #require(vector["claims"])
    let contact = try #require(Contact(email: try claims.text("contact")))
    func token(at milliseconds: Double) throws -> VerificationToken {
      try VerificationToken(
        verifying: Secret(try vector.text("jwt")), publicKey: try claims.bytes("public_key"), contact: contact,
        keys: .production, now: Date(timeIntervalSince1970: milliseconds / 1000))
    }
    let expiry = try #require(Double(try claims.text("exp")))
    #expect(try token(at: expiry - 1000).tokenID == claims.text("id"))
    #expect(throws: AuthError(.tokenExpired, "")) { try token(at: expiry) }
  }

  @Test func ignoresTheCaseOfTheContact() throws {
    let token = try verify(try forge.token(claims(), doubleHash: false))
    #expect(token.tokenID == "token-1")
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_800_003_600))
  }

  @Test func refusesEveryOtherToken() throws {
    let foreign = Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation)
    func forged(_ changes: JSONObject) throws -> Secret { try forge.token(claims(changes), doubleHash: false) }
    let cases: [(String, Secret, AuthError.Code)] = [
      ("hashed twice", try forge.token(claims(), doubleHash: true), .signatureInvalid),
      ("signed by another key", try TokenForge().token(claims(), doubleHash: false), .signatureInvalid),
      ("for another key", try forged(["public_key": .string(Hex.encode(foreign))]), .invalidToken),
      ("for another address", try forged(["contact": "joe@example.com"]), .invalidToken),
      ("of another kind", try forged(["verification_type": "OTP_TYPE_SMS"]), .invalidToken),
      ("expired", try forged(["exp": "1800000000000"]), .tokenExpired),
      ("exp in seconds", try forged(["exp": "1800003600"]), .tokenExpired),
      ("exp as number, as legacy tokens have it", try forged(["exp": 1_800_003_600_000]), .invalidToken),
      ("exp negative", try forged(["exp": "-1"]), .invalidToken),
      ("exp as words", try forged(["exp": "never"]), .invalidToken),
      ("no id", try forged(["id": nil]), .invalidToken),
      ("no key", try forged(["public_key": nil]), .invalidToken),
      ("no JWT", Secret("token"), .invalidToken),
    ]
    for (name, token, code) in cases {
      do throws(AuthError) {
        _ = try verify(token)
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error.code == code, "\(name): \(error)")
      }
    }
  }
}
