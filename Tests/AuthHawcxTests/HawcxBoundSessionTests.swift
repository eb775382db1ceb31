import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// App sessions that the backend binds to a key (RFC 9449), if the configuration asks for it.
@Suite struct HawcxBoundSessionTests {
  private let keys = MemoryKeyStore()

  private func provider(_ dpop: String, tokenType: String? = "DPoP") throws -> (
    provider: HawcxProvider, transport: ScriptedTransport
  ) {
    let seen = SeenRequests()
    let transport = ScriptedTransport { (request) throws(AuthError) in
      let count = seen.next()
      // The backend requires a nonce of its own in the first proof.
      if count == 1, request.headers["DPoP"] != nil {
        return TransportResponse(
          status: 401, headers: ["DPoP-Nonce": "n-1"], body: Array(#"{"error":"use_dpop_nonce"}"#.utf8))
      }
      var answer: JSONObject = [
        "token": .string("t-\(count)"), "refreshToken": .string("r-\(count)"), "expiresIn": 600, "subject": "u-1",
      ]
      answer["tokenType"] = tokenType.map { .string($0) }
      return TransportResponse(status: 200, body: JSONValue.object(answer).serialized)
    }
    var reader = ConfigurationReader(
      [
        "baseURL": "https://t.example", "configId": "cfg",
        "backend": ["baseURL": "https://app.example", "dpop": .string(dpop)],
      ], path: "$", sources: ConfigurationSources(environment: [:], directory: "/"))
    let clock = ManualClock()
    let provider = try HawcxProvider(
      id: "app", configuration: HawcxConfiguration(reading: &reader),
      services: ProviderServices(
        transport: transport, keys: KeyRing(keys), records: MemoryRecordStore(clock: clock), clock: clock,
        random: SeededRandomSource(seed: 1)))
    return (provider, transport)
  }

  private func signIn(_ provider: HawcxProvider) async throws -> Session {
    let result = FlowResult.authorizationCode(AuthorizationCode(code: Secret("c"), verifier: Secret("v")))
    guard case .session(let session, _) = try await provider.exchange(result, for: FlowRequest()) else {
      throw AuthError.cancelled
    }
    return session
  }

  /// The thumbprint of the key of a request's proof; nil for a request without a proof.
  private func thumbprint(_ request: TransportRequest) throws -> String? {
    guard let text = request.headers["DPoP"] else { return nil }
    let proof = try JWS(compact: text)
    let key = try JWK(json: proof.header["jwk"] ?? .null)
    try proof.verify(with: key.key)
    let claims = try JSONValue(parsing: proof.payload)
    #expect(claims["htm"]?.stringValue == request.method && claims["htu"]?.stringValue == request.url.absoluteString)
    return key.thumbprint
  }

  @Test func exchangeRenewalAndSignOutProveOneKey() async throws {
    let (provider, transport) = try provider("required")
    let session = try await signIn(provider)
    let own = try #require(try session.key?.thumbprint())
    guard case .refreshed(let renewed) = try await provider.refresh(session, token: nil) else {
      throw AuthError.cancelled
    }
    #expect(renewed.key == session.key)
    try await provider.revoke(try #require(provider.revocation(of: renewed)))
    let sent = transport.requests
    #expect(
      sent.map { $0.url.path } == [
        "/hawcx/exchange", "/hawcx/exchange", "/session/refresh", "/session/revoke",
      ])
    #expect(try sent.map(thumbprint) == [own, own, own, own])
    #expect(provider.proofs(for: try TransportRequest("GET", "https://app.example/me")) != nil)
    try await provider.discard(renewed)
    #expect(try await keys.keys(in: "app").isEmpty)
  }

  @Test func anUnboundSessionIsRefused() async throws {
    let (provider, _) = try provider("required", tokenType: "Bearer")
    await #expect(throws: AuthError(.malformedResponse, "")) { try await signIn(provider) }
    #expect(try await keys.keys(in: "app").isEmpty)
  }

  @Test func withoutTheSettingThereIsNoKey() async throws {
    let (provider, transport) = try provider("off", tokenType: nil)
    let session = try await signIn(provider)
    let me = try TransportRequest("GET", "https://app.example/me")
    #expect(session.key == nil && provider.proofs(for: me) == nil)
    #expect(try transport.requests.map(thumbprint) == [nil])
  }
}

/// Counts the requests of one test.
private final class SeenRequests: Sendable {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
