import AuthCore
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client with a certificate (RFC 8705). The transport shows it; the tests of `AuthTransport` check that.
@Suite struct MutualTLSTests {
  private static let other = "https://mtls.issuer.example"

  private func bench(_ settings: JSONObject) throws -> Bench {
    let bench = try Bench(settings)
    bench.issuer.announce(
      "mtls_endpoint_aliases",
      [
        "token_endpoint": .string(Self.other + "/token"), "userinfo_endpoint": .string(Self.other + "/userinfo"),
        "revocation_endpoint": .string(Self.other + "/revoke"),
      ])
    bench.issuer.answer("/userinfo", ["sub": "user-1"])
    bench.issuer.answer("/revoke", [:])
    return bench
  }

  private func hosts(_ bench: Bench) -> [String] {
    ["/token", "/userinfo", "/revoke"].flatMap { bench.issuer.requests($0) }.map { $0.url.host() ?? "" }
  }

  /// RFC 8705 §2 and §5: the certificate replaces a secret, and the endpoints are the aliases.
  @Test func theCertificateAuthenticatesTheClient() async throws {
    let bench = try bench(["clientCertificate": true, "userInfo": true])
    try await bench.signIn()
    _ = try await bench.auth.signOut()
    #expect(hosts(bench) == ["mtls.issuer.example", "mtls.issuer.example", "mtls.issuer.example"])
    let request = try #require(bench.issuer.requests("/token").first)
    #expect(request.form["client_id"] == "app" && request.headers["Authorization"] == nil)
    #expect(request.form["client_secret"] == nil && request.form["client_assertion"] == nil)
  }

  @Test func aClientWithoutACertificateUsesTheOtherEndpoints() async throws {
    let bench = try bench(["userInfo": true])
    try await bench.signIn()
    #expect(hosts(bench) == ["issuer.example", "issuer.example"])
  }

  /// RFC 8705 §3: the certificate can bind tokens of a client that authenticates in another way.
  @Test func aSecretStillAuthenticatesTheClient() async throws {
    let bench = try bench(["clientCertificate": true, "clientSecret": ["env": "S"], "allowClientSecret": true])
    try await bench.signIn()
    #expect(bench.issuer.requests("/token").first?.headers["Authorization"]?.hasPrefix("Basic ") == true)
    #expect(hosts(bench) == ["mtls.issuer.example"])
  }

  @Test func aServiceMayHaveACertificateAlone() async throws {
    let bench = try bench(["clientCertificate": true, "method": "client_credentials", "scopes": ["read"]])
    bench.issuer.answer("/token", ["access_token": "service-1", "token_type": "Bearer"])
    guard case .session(let session, _) = try await bench.auth.signIn().result() else { throw AuthError.cancelled }
    #expect(session.subject == "app" && session.expiresAt == nil)
  }

  @Test func anAliasMustBeSecure() async throws {
    let bench = try Bench(["clientCertificate": true])
    bench.issuer.announce("mtls_endpoint_aliases", ["token_endpoint": "http://mtls.issuer.example/token"])
    await #expect(throws: AuthError(.malformedResponse, "")) { try await bench.page(bench.auth.signIn()) }
  }
}
