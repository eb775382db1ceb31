import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Valid and invalid metadata of an issuer.
@Suite struct OIDCMetadataTests {
  private func metadata(_ name: String, _ value: JSONValue?) -> JSONValue {
    var object = TestIssuer.metadata
    object[name] = value
    return .object(object)
  }

  @Test func readsValidMetadata() throws {
    let metadata = try OIDCMetadata(.object(TestIssuer.metadata), askedOf: TestIssuer.name)
    #expect(metadata.algorithms == [.es256], "'none' and HMAC are not accepted for ID tokens")
    #expect(!metadata.offersDPoP && !metadata.announcesIssuerInCallback)
    #expect(metadata.endSessionEndpoint?.absoluteString == "https://issuer.example/logout")
  }

  /// Canaille signs with RS512 unless its client names an algorithm.
  @Test(arguments: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"])
  func acceptsEveryAlgorithmWithAPublicKey(name: String) throws {
    let announced = metadata("id_token_signing_alg_values_supported", ["none", .string(name)])
    let algorithms = try OIDCMetadata(announced, askedOf: TestIssuer.name).algorithms
    #expect(algorithms.map(\.rawValue) == [name])
  }

  @Test func comparesTheIssuerExactly() {
    for asked in [
      "https://issuer.example/", "https://Issuer.example", "https://issuer.example:443", "https://evil.example",
    ] {
      #expect(throws: AuthError(.malformedResponse, ""), "\(asked)") {
        try OIDCMetadata(.object(TestIssuer.metadata), askedOf: asked)
      }
    }
  }

  @Test func refusesUntrustedMetadata() {
    let faults: [(String, JSONValue?)] = [
      ("issuer", nil), ("token_endpoint", nil), ("token_endpoint", "http://issuer.example/token"),
      // An issuer with https must not name an endpoint on loopback.
      ("token_endpoint", "http://127.0.0.1:9/token"), ("token_endpoint", "https://user@issuer.example/token"),
      ("token_endpoint", "https://issuer.example/token#x"), ("jwks_uri", nil), ("jwks_uri", "file:///etc/passwd"),
      ("authorization_endpoint", "javascript:alert(1)"), ("revocation_endpoint", "http://issuer.example/revoke"),
      ("id_token_signing_alg_values_supported", ["none", "HS256"]), ("id_token_signing_alg_values_supported", nil),
    ]
    for (name, value) in faults {
      #expect(throws: AuthError(.malformedResponse, ""), "\(name)") {
        try OIDCMetadata(metadata(name, value), askedOf: TestIssuer.name)
      }
    }
  }

  @Test func fetchesMetadataOnceAnHour() async throws {
    let bench = try Bench()
    for _ in 0..<3 { _ = try await bench.page(bench.auth.signIn()) }
    #expect(bench.issuer.requests("/.well-known/openid-configuration").count == 1)
    bench.clock.advance(by: .seconds(3601))
    _ = try await bench.page(bench.auth.signIn())
    #expect(bench.issuer.requests("/.well-known/openid-configuration").count == 2)
  }

  @Test func boundsTheRequest() async throws {
    let bench = try Bench()
    _ = try await bench.page(bench.auth.signIn())
    let request = try #require(bench.issuer.requests("/.well-known/openid-configuration").first)
    #expect(request.responseSizeLimit == 65_536 && request.redirectLimit == 0 && request.timeout != nil)
  }
}
