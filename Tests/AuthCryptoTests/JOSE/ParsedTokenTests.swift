import AuthCore
import Testing

@testable import AuthCrypto

/// A token whose claims were read before its verification meets the same checks as its text.
@Suite struct ParsedTokenTests {
  private let mint = TokenMint()

  private func code(
    _ body: () async throws(AuthError) -> VerifiedJWT
  ) async -> AuthError.Code? {
    do throws(AuthError) {
      _ = try await body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func meetsTheSameChecks() async throws {
    let verifier = try JWTVerifier(.applicationToken(issuer: "https://issuer.example", audiences: ["app"]))
    let keys = try JWKSet([mint.jwk]).json
    let cache = JWKSCache(clock: StepClock()) { keys.serialized }
    let good = try mint.token()
    let parts = good.split(separator: ".")
    let other = try mint.token(TokenMint.claims(("sub", "mallory"))).split(separator: ".")
    let cases: [(String, AuthError.Code?)] = [
      (good, nil), ("\(parts[0]).\(other[1]).\(parts[2])", .signatureInvalid),
      ("\(parts[0]).\(parts[1]).", .invalidToken), (try TokenMint().token(), .signatureInvalid),
      (try mint.token(TokenMint.claims(("exp", 0))), .tokenExpired),
      (try mint.token(TokenMint.claims(("iss", "https://other.example"))), .invalidToken),
      (try mint.token(TokenMint.claims(("aud", "other"))), .invalidToken),
      (try mint.token(type: "logout+jwt"), .invalidToken),
      (try mint.token(rawHeader: #"{"alg":"none","kid":"k1"}"#), .invalidToken),
      (good + String(repeating: "A", count: 20_000), .invalidToken), (good, nil),
    ]
    for (token, expected) in cases {
      let parsed = try #require(UnverifiedJWT(Secret(token)))
      #expect(await code { () async throws(AuthError) in try await verifier.verify(parsed, with: cache) } == expected)
      #expect(await code { () async throws(AuthError) in try await verifier.verify(token, with: cache) } == expected)
    }
    let parsed = try #require(UnverifiedJWT(Secret(good)))
    #expect(try await verifier.verify(parsed, with: cache).claims["sub"] == "jane")
  }
}
