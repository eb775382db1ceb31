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

/// The session of a service itself (RFC 6749 §4.4): without a prompt, and renewed by the credentials.
@Suite struct ClientCredentialsTests {
  private static let settings: JSONObject = [
    "method": "client_credentials", "clientSecret": ["env": "S"], "allowClientSecret": true, "redirectURL": .null,
    "scopes": ["read", "write"], "resources": ["https://api.example/a"],
  ]

  private func bench(_ change: JSONObject = [:]) throws -> Bench {
    var settings = Self.settings
    for member in change.members { settings[member.name] = member.value }
    return try Bench(settings)
  }

  private func signIn(_ bench: Bench) async throws -> Session {
    guard case .session(let session, _) = try await bench.auth.signIn().result() else { throw AuthError.cancelled }
    return session
  }

  private let answer: JSONObject = ["access_token": "service-1", "token_type": "Bearer", "expires_in": 60]

  @Test func aServiceGetsASessionWithoutAPrompt() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", answer)
    let session = try await signIn(bench)
    #expect(session.subject == "app" && session.tenant == TestIssuer.name && session.tokens.identity == nil)
    #expect(session.claims["grant_type"] == "client_credentials" && session.claims["scope"] == "read write")
    let request = try #require(bench.issuer.requests("/token").first)
    #expect(request.form["grant_type"] == "client_credentials" && request.form["scope"] == "read write")
    #expect(request.form["resource"] == "https://api.example/a")
    #expect(request.headers["Authorization"] == "Basic " + Base64.encode("app:canary".utf8))
    bench.issuer.answer("/api", [:])
    #expect(try await bench.auth.send(TransportRequest("GET", TestIssuer.name + "/api")).status == 200)
    #expect(bench.issuer.requests("/api").first?.headers["Authorization"] == "Bearer service-1")
  }

  @Test func theCredentialsRenewTheSession() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", answer)
    let session = try await signIn(bench)
    var next = answer
    next["access_token"] = "service-2"
    bench.issuer.forget("/token")
    bench.issuer.answer("/token", next)
    let renewed = try await bench.auth.refresh()
    #expect(renewed.id == session.id && renewed.tokens.access == Secret("service-2"))
    #expect(bench.issuer.requests("/token").last?.form["grant_type"] == "client_credentials")
    // A refusal of the grant ends the session; a refusal of the client does not.
    for (error, isKept) in [("invalid_client", true), ("invalid_grant", false)] {
      bench.issuer.forget("/token")
      bench.issuer.answer("/token", ["error": .string(error)], status: 400)
      await #expect(throws: AuthError.self) { try await bench.auth.refresh() }
      #expect((try await bench.auth.storedSession() != nil) == isKept, "\(error)")
    }
  }

  @Test func theTokensAreBoundToAKey() async throws {
    let bench = try bench()
    bench.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    var bound = answer
    bound["token_type"] = "DPoP"
    bench.issuer.answer("/token", bound)
    let session = try await signIn(bench)
    #expect(try await bench.keys.keys(in: "oidc") == [session.key].compactMap(\.self) && session.key != nil)
    #expect(try await bench.auth.refresh().key == session.key)
    #expect(bench.issuer.requests("/token").allSatisfy { $0.headers["DPoP"] != nil })
  }

  @Test func aFailedRequestLeavesNoKey() async throws {
    let bench = try bench()
    bench.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    bench.issuer.answer("/token", ["error": "invalid_scope"], status: 400)
    await #expect(throws: AuthError(.invalidConfiguration, "")) { try await signIn(bench) }
    #expect(try await bench.keys.keys(in: "oidc").isEmpty)
  }

  @Test func onlyAConfidentialClientIsAService() {
    let error = #expect(throws: AuthError.self) { try Bench(["method": "client_credentials"]) }
    #expect(error?.code == .invalidConfiguration && error?.message.contains("method") == true)
  }

  @Test func aServiceOffersNoOtherMethod() async throws {
    let bench = try bench()
    #expect(try bench.auth.provider().methods == [.clientCredentials])
    for request in [
      FlowRequest(method: .deviceCode), FlowRequest(method: .authorizationCode),
      FlowRequest(purpose: .stepUp(action: "a"), session: try sample()),
    ] {
      await #expect(throws: AuthError.self) { try await bench.auth.start(request).result() }
    }
    #expect(bench.issuer.requests("/token").isEmpty)
    // A user's provider does not offer the service's method.
    let user = try Bench()
    #expect(try user.auth.provider().methods == [.authorizationCode, .deviceCode])
    await #expect(throws: AuthError(.methodNotAvailable, "")) {
      try await user.auth.start(FlowRequest(method: .clientCredentials)).result()
    }
  }

  /// A user's ID token cannot make its session one that the service's credentials renew.
  @Test func aUsersClaimsDoNotNameAGrant() async throws {
    let bench = try Bench()
    let session = try await bench.signIn { $0["grant_type"] = "client_credentials" }
    #expect(session.claims["grant_type"] == nil)
  }

  private func sample() throws -> Session {
    Session(
      id: SessionID("1"), providerID: "oidc", tenant: TestIssuer.name, subject: "app", createdAt: .distantPast)
  }
}
