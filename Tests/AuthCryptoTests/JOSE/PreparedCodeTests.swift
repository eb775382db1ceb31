import AuthCore
import Testing

@testable import AuthCrypto

/// A prepared key computes the same code as the key itself (RFC 2104). The two implementations are independent.
@Suite struct PreparedCodeTests {
  private static func code(_ message: [UInt8], _ key: SymmetricKey, _ algorithm: JWSAlgorithm) -> [UInt8] {
    switch algorithm {
    case .hs384: Array(HMAC<SHA384>.authenticationCode(for: message, using: key))
    case .hs512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
    default: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
  }

  private static func isValid(_ prepared: PreparedCode, _ code: [UInt8], _ message: [UInt8]) -> Bool {
    code.withUnsafeBufferPointer { code in
      message.withUnsafeBufferPointer { prepared.isValid(code, for: $0) }
    }
  }

  @Test func agreesForKeysAndMessagesOfEveryLength() async throws {
    for algorithm in [JWSAlgorithm.hs256, .hs384, .hs512] {
      for keyLength in [1, 31, 32, 63, 64, 65, 127, 128, 129, 300] {
        await Task.yield()
        let key = SymmetricKey(data: Self.bytes(keyLength))
        let prepared = try #require(PreparedCode(key, algorithm))
        for length in [0, 1, 55, 56, 63, 64, 65, 111, 112, 128, 1000, 5000] {
          let message = Self.bytes(length)
          var code = Self.code(message, key, algorithm)
          #expect(Self.isValid(prepared, code, message), "\(algorithm), key \(keyLength), message \(length)")
          #expect(!Self.isValid(prepared, code, message + [0]))
          #expect(!Self.isValid(prepared, code.dropLast(), message))
          #expect(!Self.isValid(prepared, code + [0], message))
          #expect(!Self.isValid(prepared, [], message))
          code[length % code.count] ^= 1 << UInt8(length % 8)
          #expect(!Self.isValid(prepared, code, message))
        }
      }
    }
  }

  @Test func otherAlgorithmsHaveNoPreparedKey() {
    let key = SymmetricKey(size: .bits256)
    for algorithm in JWSAlgorithm.allCases where !algorithm.isSymmetric {
      #expect(PreparedCode(key, algorithm) == nil)
    }
  }

  @Test func manyThreadsUseItAtOnce() async throws {
    let key = SymmetricKey(size: .bits256)
    let prepared = try #require(PreparedCode(key, .hs256))
    let messages = (0..<8).map { [UInt8](repeating: UInt8($0), count: 100 + $0) }
    await withTaskGroup(of: Int.self) { group in
      for message in messages {
        group.addTask {
          let code = Self.code(message, key, .hs256)
          var valid = 0
          for _ in 0..<200 {
            if Self.isValid(prepared, code, message) { valid += 1 }
            await Task.yield()
          }
          return valid
        }
      }
      for await valid in group { #expect(valid == 200) }
    }
  }

  /// A key with an algorithm is prepared, and a key without an algorithm is not. Both verify the same tokens.
  @Test func keysWithAndWithoutAnAlgorithmVerifyTheSameTokens() throws {
    let key = SymmetricKey(size: .bits256)
    let verifier = try JWTVerifier(
      JWTValidationRules(algorithms: [.hs256, .hs384], issuer: "https://issuer.example", audiences: ["app"]))
    let token = try JWS.sign(claims: TokenMint.claims(), keyID: "k1", with: .hmac(key, .hs256))
    for jwk in [JWK(.hmac(key), algorithm: .hs256), JWK(.hmac(key))] {
      #expect(try verifier.verify(token, with: jwk, at: TokenMint.now).subject == "jane")
      #expect(throws: AuthError(.signatureInvalid, "")) {
        try verifier.verify(
          JWS.sign(claims: TokenMint.claims(), keyID: "k1", with: .hmac(SymmetricKey(size: .bits256), .hs256)),
          with: jwk,
          at: TokenMint.now)
      }
    }
    #expect(throws: AuthError(.invalidToken, "")) {
      try verifier.verify(token, with: JWK(.hmac(key), algorithm: .hs384), at: TokenMint.now)
    }
  }
}
