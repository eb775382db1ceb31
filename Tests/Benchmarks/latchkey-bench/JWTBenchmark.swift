import AuthCore
import AuthCrypto
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  /// The complete verification of a token, from its text to its claims: form, header, key, signature, times, issuer,
  /// audience.
  ///
  /// The floor is C with the same OpenSSL: digest and verification of the signature, without reading the token.
  static let jwtES256 = Benchmark(name: "es256_verify", summary: "JWTs verified with ES256, one thread") {
    () throws(AuthError) in
    let key = P256.Signing.PrivateKey()
    let token = try SampleToken(.es256, signedWith: .p256(key))
    guard let verifier = cbench_verifier_new(key.publicKey.derRepresentation, key.publicKey.derRepresentation.count)
    else { return try await BenchmarkResult(token: token, with: JWK(.p256(key.publicKey))) }
    defer { cbench_verifier_free(verifier) }
    let signature: [UInt8]
    do {
      signature = Array(
        try P256.Signing.ECDSASignature(rawRepresentation: token.parsed.signature).derRepresentation)
    } catch {
      throw AuthError(.internalError, "The token's signature is not 64 bytes.")
    }
    let message = token.parsed.signingInput
    return try await BenchmarkResult(token: token, with: JWK(.p256(key.publicKey))) { (rounds) throws(AuthError) in
      guard cbench_verify(verifier, message, message.count, signature, signature.count, rounds) == 1 else {
        throw AuthError(.internalError, "OpenSSL could not verify.")
      }
    }
  }

  /// The same with a shared secret of 32 bytes. The floor is only the HMAC, which is cheap, so the difference is the
  /// cost of reading the token.
  static let jwtHS256 = Benchmark(name: "hs256_verify", summary: "JWTs verified with HS256, one thread") {
    () throws(AuthError) in
    let secret = SystemRandomSource().bytes(32)
    let key = SymmetricKey(data: secret)
    let token = try SampleToken(.hs256, signedWith: .hmac(key, .hs256))
    let (message, code) = (token.parsed.signingInput, token.parsed.signature)
    guard cbench_check_hmac(secret, secret.count, message, message.count, code, 1) == 1 else {
      return try await BenchmarkResult(token: token, with: JWK(.hmac(key), algorithm: .hs256))
    }
    return try await BenchmarkResult(token: token, with: JWK(.hmac(key), algorithm: .hs256)) {
      (rounds) throws(AuthError) in
      guard cbench_check_hmac(secret, secret.count, message, message.count, code, rounds) == 1 else {
        throw AuthError(.internalError, "OpenSSL could not verify.")
      }
    }
  }

  /// The same with a floor in C that does the same work: it reads the three parts and their JSON as strictly, and
  /// checks the HMAC and the claims. It does not keep the parsed values.
  static let jwtHS256Whole = Benchmark(
    name: "hs256_whole", summary: "the same; the C loop also parses and checks the token"
  ) { () throws(AuthError) in
    let secret = SystemRandomSource().bytes(32)
    let key = SymmetricKey(data: secret)
    let token = try SampleToken(.hs256, signedWith: .hmac(key, .hs256))
    let jwk = JWK(.hmac(key), algorithm: .hs256)
    let (text, now) = (Array(token.text.utf8), token.now.timeIntervalSince1970)
    func accepts(_ text: [UInt8], _ rounds: Int) -> Bool {
      cbench_check_token(
        secret, secret.count, text, text.count, SampleToken.issuer, SampleToken.audience, now, rounds) == 1
    }
    guard accepts(text, 1) else { return try await BenchmarkResult(token: token, with: jwk) }
    // A floor that accepts every token would measure nothing.
    guard !accepts(text.dropLast() + [text.last == 0x41 ? 0x51 : 0x41], 1) else {
      throw AuthError(.internalError, "The floor accepts a token with a wrong HMAC.")
    }
    return try await BenchmarkResult(token: token, with: jwk) { (rounds) throws(AuthError) in
      guard accepts(text, rounds) else { throw AuthError(.internalError, "The floor refuses the token.") }
    }
  }
}

/// A typical session token, with seven claims.
private struct SampleToken {
  let text: String
  let parsed: JWS
  let verifier: JWTVerifier
  let now = Date()

  static let issuer = "https://issuer.example"
  static let audience = "app"

  init(_ algorithm: JWSAlgorithm, signedWith key: JWS.SigningKey) throws(AuthError) {
    let time = Int64(now.timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(Self.issuer), "sub": "did:example:c0123456789abcdefghijklmn", "aud": .string(Self.audience),
      "sid": "session",
      "iat": .integer(time), "nbf": .integer(time), "exp": .integer(time + 3600),
    ]
    text = try JWS.sign(claims: claims, keyID: "k1", with: key)
    parsed = try JWS(compact: text)
    verifier = try JWTVerifier(
      JWTValidationRules(algorithms: [algorithm], issuer: Self.issuer, audiences: [Self.audience]))
  }
}

extension BenchmarkResult {
  fileprivate init(
    token: SampleToken, with key: JWK, floor: ((Int) throws(AuthError) -> Void)? = nil
  ) async throws(AuthError) {
    func verify(_ rounds: Int) throws(AuthError) {
      for _ in 0..<rounds { _ = try token.verifier.verify(token.text, with: key, at: token.now) }
    }
    let measured: SideBySide
    if let floor {
      measured = try await SideBySide(floor: floor, value: verify)
    } else {
      measured = try await SideBySide(floor: verify, value: verify)
    }
    self.init(
      value: measured.value, unit: "tokens/s", floor: floor == nil ? nil : measured.floor,
      ratio: floor == nil ? nil : measured.ratio, allocations: measured.allocations,
      floorAllocations: floor == nil ? nil : measured.floorAllocations)
  }
}
