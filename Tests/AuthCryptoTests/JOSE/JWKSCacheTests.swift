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
    let failure: Result<JWKSet, AuthError> = .failure(AuthError(.network, ""))
    #expect(throws: Never.self) { try policy.answer(failure, held: held, now: .seconds(86399)).get() }
    #expect(throws: AuthError(.network, "")) { try policy.answer(failure, held: held, now: .seconds(86400)).get() }
    #expect(throws: AuthError(.network, "")) { try policy.answer(failure, held: nil, now: .zero).get() }
    let late = JWKSCachePolicy.Held(keys: held.keys, fetchedAt: .seconds(80_000))
    #expect(throws: Never.self) { try policy.answer(failure, held: late, now: .seconds(80_001)).get() }
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
