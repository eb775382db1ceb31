import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct JWKSCachePolicyTests {
  private let policy = JWKSCachePolicy()

  private func fetches(_ held: JWKSCachePolicy.Held?, _ last: Int?, _ keyID: String?, at now: Int) -> Bool {
    let decision = policy.decide(
      held: held, lastRefetch: last.map { .seconds($0) }, keyID: keyID, now: .seconds(now))
    if case .fetch = decision { return true } else { return false }
  }

  @Test func decisions() throws {
    let key = JWK(.p256(P256.Signing.PrivateKey().publicKey), keyID: "k1")
    let held = JWKSCachePolicy.Held(keys: try JWKSet([key]), fetchedAt: .seconds(1000))
    #expect(fetches(nil, nil, "k1", at: 1000))
    #expect(!fetches(held, nil, "k1", at: 1001))
    #expect(!fetches(held, nil, nil, at: 1001))
    #expect(fetches(held, nil, "k2", at: 1001), "the first unknown name is fetched at once")
    #expect(!fetches(held, 1001, "k2", at: 1030))
    #expect(fetches(held, 1001, "k2", at: 1031))
    #expect(!fetches(held, nil, "k1", at: 4599))
    #expect(fetches(held, nil, "k1", at: 4600))
    #expect(!fetches(held, 4590, "k1", at: 4600), "an old set is used while fetches fail")
    #expect(fetches(held, 87399, "k1", at: 87400), "after a day, an old set is not used")
    let late = JWKSCachePolicy.Held(keys: held.keys, fetchedAt: .seconds(80_000))
    #expect(!fetches(late, nil, "k1", at: 80_001))
  }

  @Test func answers() throws {
    let held = JWKSCachePolicy.Held(keys: try JWKSet([]), fetchedAt: .zero)
    let failure: Result<JWKSCachePolicy.Held, AuthError> = .failure(AuthError(.network, ""))
    #expect(throws: Never.self) { try policy.answer(failure, held: held, now: .seconds(86399)).get() }
    #expect(throws: AuthError(.network, "")) { try policy.answer(failure, held: held, now: .seconds(86400)).get() }
    #expect(throws: AuthError(.network, "")) { try policy.answer(failure, held: nil, now: .zero).get() }
    let late = JWKSCachePolicy.Held(keys: held.keys, fetchedAt: .seconds(80_000))
    #expect(throws: Never.self) { try policy.answer(failure, held: late, now: .seconds(80_001)).get() }
  }
}

extension JWKSCachePolicyTests {
  @Test func aShorterLifeIsARuleOfTheCaller() throws {
    let held = JWKSCachePolicy.Held(keys: try JWKSet([]), fetchedAt: .zero)
    let short = policy.limited(to: .seconds(60))
    #expect(short.staleLimit == .seconds(60) && short.lifetime == .seconds(60))
    let long = policy.limited(to: .seconds(1 << 30))
    #expect(long.staleLimit == .seconds(86400) && long.lifetime == .seconds(3600))
    #expect(policy.limited(to: .seconds(7200)).lifetime == .seconds(3600))
    let failure: Result<JWKSCachePolicy.Held, AuthError> = .failure(AuthError(.network, ""))
    #expect(throws: Never.self) { try short.answer(failure, held: held, now: .seconds(59)).get() }
    #expect(throws: AuthError(.network, "")) { try short.answer(failure, held: held, now: .seconds(60)).get() }
  }

  @Test func repeatedFetchesWait() {
    #expect(policy.mayRetry(lastRefetch: nil, now: .zero))
    #expect(!policy.mayRetry(lastRefetch: .seconds(10), now: .seconds(39)))
    #expect(policy.mayRetry(lastRefetch: .seconds(10), now: .seconds(40)))
  }
}

/// A server that replaces its keys, and tokens that the old keys do not verify.
@Suite struct JWKSCacheRefetchTests {
  private let old = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: "k1")
  private let new = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: "k1")
  private let verifier: JWTVerifier

  init() throws { verifier = try JWTVerifier(.applicationToken()) }

  @Test func anotherKeyWithTheSameNameIsFetchedAtOnce() async throws {
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(old.token(), with: cache)
    source.publish(new.jwk)
    _ = try await verifier.verify(new.token(), with: cache)
    #expect(source.fetches == 2)
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await verifier.verify(old.token(), with: cache) }
    #expect(source.fetches == 2, "the next fetch waits")
    source.clock.advance(.seconds(30))
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await verifier.verify(old.token(), with: cache) }
    #expect(source.fetches == 3)
  }

  @Test func aKeyWithoutANameIsFetchedAtOnce() async throws {
    let (old, new) = (
      TokenMint(.p256(P256.Signing.PrivateKey()), keyID: nil), TokenMint(.p256(P256.Signing.PrivateKey()), keyID: nil)
    )
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(old.token(), with: cache)
    source.publish(new.jwk)
    _ = try await verifier.verify(new.token(), with: cache)
    #expect(source.fetches == 2)
  }

  /// Another algorithm: the old set has no key for the token.
  @Test func aKeyOfAnotherTypeIsFetchedAtOnce() async throws {
    let edwards = TokenMint(.ed25519(Curve25519.Signing.PrivateKey()), keyID: nil)
    let plain = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: nil)
    var rules = JWTValidationRules.applicationToken()
    rules.algorithms = [.es256, .edDSA]
    let verifier = try JWTVerifier(rules)
    let source = KeySource(plain.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(plain.token(), with: cache)
    source.publish(edwards.jwk)
    _ = try await verifier.verify(edwards.token(), with: cache)
    #expect(source.fetches == 2)
  }

  /// Another fault than a signature does not concern the keys.
  @Test func aTokenWithAnotherFaultCausesNoFetch() async throws {
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(old.token(), with: cache)
    await #expect(throws: AuthError(.tokenExpired, "")) {
      try await verifier.verify(old.token(TokenMint.claims(("exp", 1))), with: cache)
    }
    #expect(source.fetches == 1)
  }

  @Test func aFailedFetchLeavesTheTokensOwnError() async throws {
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(old.token(), with: cache)
    source.fail()
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await verifier.verify(new.token(), with: cache) }
    #expect(source.fetches == 2)
    source.fail(by: .serverError)
    source.clock.advance(.seconds(30))
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await verifier.verify(new.token(), with: cache) }
    #expect(source.fetches == 3)
  }

  @Test func manyForgedTokensCauseOneFetch() async throws {
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await verifier.verify(old.token(), with: cache)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await #expect(throws: AuthError(.signatureInvalid, "")) {
            try await verifier.verify(new.token(), with: cache)
          }
        }
      }
    }
    #expect(source.fetches == 2)
  }

  /// A withdrawn key works at most as long as the verifier allows.
  @Test func theVerifierLimitsTheLifeOfAKey() async throws {
    var rules = JWTValidationRules.applicationToken()
    rules.maximumKeyAge = .seconds(120)
    let strict = try JWTVerifier(rules)
    let token = try old.token(TokenMint.claims(("exp", 1_900_000_000)))
    let source = KeySource(old.jwk)
    let cache = source.cache()
    _ = try await strict.verify(token, with: cache)
    source.fail()
    source.clock.advance(.seconds(119))
    _ = try await strict.verify(token, with: cache)
    source.clock.advance(.seconds(1))
    await #expect(throws: AuthError(.network, "")) { try await strict.verify(token, with: cache) }
    _ = try await verifier.verify(token, with: cache)
    source.recover()
    _ = try await strict.verify(token, with: cache)
  }
}

@Suite struct JWKSCacheTests {
  @Test func oneFetchForAll() async throws {
    let source = KeySource(TokenMint().jwk)
    let cache = source.cache()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = try await cache.keys(holding: "k1") } }
      try await group.waitForAll()
    }
    #expect(source.fetches == 1)
  }

  @Test func followsARotation() async throws {
    let old = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: "old")
    let new = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: "new")
    let source = KeySource(old.jwk)
    let cache = source.cache()
    let verifier = try JWTVerifier(.applicationToken())
    _ = try await verifier.verify(old.token(), with: cache)
    await #expect(throws: AuthError(.invalidToken, "")) { _ = try await verifier.verify(new.token(), with: cache) }
    source.publish(new.jwk)
    await #expect(throws: AuthError(.invalidToken, ""), "the keys are not fetched again so soon") {
      _ = try await verifier.verify(new.token(), with: cache)
    }
    #expect(source.fetches == 2)
    source.clock.advance(.seconds(30))
    _ = try await verifier.verify(new.token(), with: cache)
    #expect(source.fetches == 3)
    source.fail()
    source.clock.advance(.seconds(3600))
    _ = try await verifier.verify(new.token(TokenMint.claims(("exp", 1_900_000_000))), with: cache)
    #expect(source.fetches == 4)
    source.clock.advance(.seconds(86400))
    await #expect(throws: AuthError(.network, "")) { _ = try await cache.keys(holding: "new") }
  }

  @Test(arguments: [AuthError.Code.serverError, .malformedResponse, .responseTooLarge, .rateLimited, .invalidRequest])
  func refusedFirstFetchIsNotRepeatedAtOnce(_ code: AuthError.Code) async throws {
    let source = KeySource(TokenMint().jwk)
    source.fail(by: code)
    let cache = source.cache()
    for _ in 0..<20 {
      await #expect(throws: AuthError(code, "")) { _ = try await cache.keys(holding: "k1") }
    }
    source.clock.advance(.seconds(4))
    await #expect(throws: AuthError(code, "")) { _ = try await cache.keys(holding: "k1") }
    #expect(source.fetches == 1)
    source.clock.advance(.seconds(1))
    await #expect(throws: AuthError(code, "")) { _ = try await cache.keys(holding: "k1") }
    #expect(source.fetches == 2)
    source.recover()
    await #expect(throws: AuthError(code, "")) { _ = try await cache.keys(holding: "k1") }
    source.clock.advance(.seconds(5))
    #expect(try await cache.keys(holding: "k1").keys.count == 1)
    #expect(source.fetches == 3)
  }

  @Test(arguments: [AuthError.Code.network, .timeout, .tls, .cancelled])
  func lostFetchIsRepeatedAtOnce(_ code: AuthError.Code) async throws {
    let source = KeySource(TokenMint().jwk)
    source.fail(by: code)
    let cache = source.cache()
    for count in 1...3 {
      await #expect(throws: AuthError(code, "")) { _ = try await cache.keys(holding: "k1") }
      #expect(source.fetches == count)
    }
    source.recover()
    #expect(try await cache.keys(holding: "k1").keys.count == 1)
  }

  @Test func lostRequestClearsTheEarlierRefusal() async throws {
    let source = KeySource(TokenMint().jwk)
    source.fail(by: .serverError)
    let cache = source.cache()
    await #expect(throws: AuthError(.serverError, "")) { _ = try await cache.keys(holding: nil) }
    source.fail()
    source.clock.advance(.seconds(5))
    await #expect(throws: AuthError(.network, "")) { _ = try await cache.keys(holding: nil) }
    source.recover()
    #expect(try await cache.keys(holding: nil).keys.count == 1)
  }

  @Test func limits() throws {
    #expect(throws: AuthError(.responseTooLarge, "")) { try JWKSet(parsing: [UInt8](repeating: 0x20, count: 65537)) }
    for text in ["", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#] {
      #expect(throws: AuthError(.malformedResponse, "")) { try JWKSet(parsing: Array(text.utf8)) }
    }
    #expect(try JWKSet(parsing: Array(#"{"keys":[]}"#.utf8)).keys.isEmpty)
  }
}

/// A server that publishes keys and counts the requests.
private final class KeySource: Sendable {
  let clock = StepClock()
  private let state: Locked<(key: JWK, fetches: Int, failure: AuthError.Code?)>

  init(_ key: JWK) { state = Locked((key, 0, nil)) }

  var fetches: Int { state.withLock { $0.fetches } }
  func publish(_ key: JWK) { state.withLock { $0.key = key } }
  func fail(by code: AuthError.Code = .network) { state.withLock { $0.failure = code } }
  func recover() { state.withLock { $0.failure = nil } }

  func cache() -> JWKSCache {
    JWKSCache(clock: clock) { () async throws(AuthError) in
      await Task.yield()
      let (key, failure) = self.state.withLock { state in
        state.fetches += 1
        return (state.key, state.failure)
      }
      if let failure { throw AuthError(failure, "") }
      return JSONValue.object(["keys": [key.json]]).serialized
    }
  }
}
