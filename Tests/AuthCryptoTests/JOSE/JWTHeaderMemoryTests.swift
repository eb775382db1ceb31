import AuthCore
import Testing

@testable import AuthCrypto

/// A verifier that has read a header before accepts and refuses the same tokens as a new verifier.
@Suite struct JWTHeaderMemoryTests {
  private static let rules = JWTValidationRules(
    algorithms: [.es256], issuer: "https://issuer.example", audiences: ["app"], requiredClaims: ["sub"])
  private let mint = TokenMint()

  private func code(_ token: String, _ keys: JWKSet, _ verifier: JWTVerifier) -> AuthError.Code? {
    do throws(AuthError) {
      _ = try verifier.verify(token, with: keys, at: TokenMint.now)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func knownHeaderDoesNotSkipOtherChecks() throws {
    let verifier = try JWTVerifier(Self.rules)
    let keys = try JWKSet([mint.jwk])
    let token = try mint.token()
    #expect(code(token, keys, verifier) == nil)
    let parts = token.split(separator: ".")
    let other = try mint.token(TokenMint.claims(("sub", "mallory"))).split(separator: ".")
    for _ in 0..<3 {
      #expect(code(token, keys, verifier) == nil)
      #expect(code("\(parts[0]).\(other[1]).\(parts[2])", keys, verifier) == .signatureInvalid)
      #expect(code("\(parts[0])..\(parts[2])", keys, verifier) == .invalidToken)
      #expect(code("\(parts[0]).\(parts[1])", keys, verifier) == .invalidToken)
      #expect(code("\(parts[0]).\(parts[1]).", keys, verifier) == .invalidToken)
      #expect(code("\(parts[0]).\(parts[1]).\(parts[2]).\(parts[2])", keys, verifier) == .invalidToken)
      #expect(code("\(parts[0]).\(parts[1])=.\(parts[2])", keys, verifier) == .invalidToken)
      #expect(try code(mint.token(TokenMint.claims(("exp", 0))), keys, verifier) == .tokenExpired)
      #expect(try code(token, JWKSet([TokenMint().jwk]), verifier) == .signatureInvalid)
      #expect(try code(token, JWKSet([]), verifier) == .invalidToken)
    }
  }

  @Test func readsARefusedHeaderAgain() throws {
    let verifier = try JWTVerifier(Self.rules)
    let token = try mint.token()
    for _ in 0..<3 { #expect(try code(token, JWKSet([TokenMint().jwk]), verifier) == .signatureInvalid) }
    #expect(try code(token, JWKSet([mint.jwk]), verifier) == nil)
  }

  @Test func verifiesWithMoreKeysThanItRemembers() async throws {
    let verifier = try JWTVerifier(Self.rules)
    let signers = (0..<9).map { _ in P256.Signing.PrivateKey() }
    let keys = try JWKSet(signers.enumerated().map { JWK(.p256($1.publicKey), keyID: "k\($0)", algorithm: .es256) })
    let claims = TokenMint.claims()
    let tokens = try signers.enumerated().map { try JWS.sign(claims: claims, keyID: "k\($0)", with: .p256($1)) }
    await withTaskGroup(of: [AuthError.Code?].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var codes: [AuthError.Code?] = []
          for token in tokens + tokens.reversed() {
            codes.append(code(token, keys, verifier))
            await Task.yield()
          }
          return codes
        }
      }
      for await codes in group { #expect(codes.allSatisfy { $0 == nil }) }
    }
  }

  @Test func remembersFourHeadersAndDropsTheOldest() throws {
    let memory = JWTHeaderMemory()
    let texts = (0..<5).map { Array("text \($0)".utf8) }
    let header = try Array(#"{"alg":"ES256"}"#.utf8).withUnsafeBufferPointer { (bytes) throws(AuthError) in
      try JWSHeader(parsing: bytes)
    }
    func known() -> [Bool] { texts.map { text in text.withUnsafeBufferPointer { memory.header($0) != nil } } }
    for text in texts.prefix(4) + texts.prefix(2) { text.withUnsafeBufferPointer { memory.remember(header, $0) } }
    #expect(known() == [true, true, true, true, false])
    texts[4].withUnsafeBufferPointer { memory.remember(header, $0) }
    #expect(known() == [false, true, true, true, true])
  }
}
