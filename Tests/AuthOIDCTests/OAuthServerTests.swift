import AuthCore
import AuthCrypto
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server with OAuth 2.0 alone: configured addresses, no metadata, no ID token.
@Suite struct OAuthServerTests {
  private static let endpoints: JSONObject = [
    "authorization": .string(TestIssuer.name + "/authorize"), "token": .string(TestIssuer.name + "/token"),
    "device": .string(TestIssuer.name + "/device"), "userInfo": .string(TestIssuer.name + "/user"), "subject": "id",
    "identifier": "login", "scopeSeparator": "comma",
  ]

  private func bench() throws -> Bench {
    try Bench(["endpoints": .object(Self.endpoints), "scopes": ["read:user", "user:email"]])
  }

  private let tokens: JSONObject = [
    "access_token": "access-1", "token_type": "bearer", "scope": "read:user,user:email",
  ]

  private func signIn(_ bench: Bench) async throws -> Session {
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    #expect(page["nonce"] == nil && page["scope"] == "read:user user:email" && page["code_challenge"]?.count == 43)
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    return session
  }

  @Test func theUserComesFromTheServersAPI() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", tokens)
    bench.issuer.answer("/user", ["id": 4711, "login": "jane", "name": "Jane"])
    let session = try await signIn(bench)
    #expect(session.subject == "4711" && session.identifier == "jane" && session.displayName == "Jane")
    #expect(session.tokens.identity == nil && session.expiresAt == nil && session.tenant == TestIssuer.name)
    #expect(session.claims["scope"] == "read:user user:email")
    #expect(bench.issuer.requests("/user").first?.headers["Authorization"] == "Bearer access-1")
    #expect(bench.issuer.requests("/.well-known/openid-configuration").isEmpty)
  }

  @Test func anErrorWithStatus200IsAnError() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", ["error": "invalid_grant", "error_description": "canary"])
    let error = await #expect(throws: AuthError.self) { try await signIn(bench) }
    #expect(error?.code == .invalidToken && error?.message.contains("canary") == false)
    #expect(try await bench.auth.storedSession() == nil)
  }

  @Test func aUserWithoutAnIdentifierIsRefused() async throws {
    for user: JSONObject in [[:], ["id": ""], ["id": .null], ["id": 1.5], ["id": ["a": 1]]] {
      let bench = try bench()
      bench.issuer.answer("/token", tokens)
      bench.issuer.answer("/user", user)
      await #expect(throws: AuthError(.malformedResponse, "")) { try await signIn(bench) }
      #expect(try await bench.auth.storedSession() == nil)
    }
  }

  @Test func anIDTokenIsNotTrusted() async throws {
    let bench = try bench()
    var answer = tokens
    answer["id_token"] = try bench.issuer.tokens(bench.issuer.claims(nonce: nil))["id_token"]
    bench.issuer.answer("/token", answer)
    bench.issuer.answer("/user", ["id": 4711])
    let session = try await signIn(bench)
    #expect(session.subject == "4711" && session.tokens.identity == nil && session.claims["email"] == nil)
  }

  /// A slash at the end and a query are part of an address.
  @Test func addressesAreKeptByteForByte() async throws {
    var endpoints = Self.endpoints
    endpoints["token"] = .string(TestIssuer.name + "/o/token/")
    endpoints["userInfo"] = .string(TestIssuer.name + "/user?fields=id")
    let bench = try Bench(["endpoints": .object(endpoints), "scopes": ["read:user", "user:email"]])
    bench.issuer.answer("/o/token", tokens)
    bench.issuer.answer("/user", ["id": 4711])
    #expect(try await signIn(bench).subject == "4711")
    #expect(bench.issuer.requests("/o/token").first?.url.absoluteString.hasSuffix("/o/token/") == true)
    #expect(bench.issuer.requests("/user").first?.url.absoluteString.hasSuffix("/user?fields=id") == true)
  }

  /// Without `scopes`, none are requested; a secret is in a header unless the block says otherwise.
  @Test func nothingIsAddedToTheRequest() async throws {
    for (place, isInForm) in [(JSONValue.null, false), ("form", true)] {
      let bench = try Bench([
        "endpoints": .object(Self.endpoints), "secretIn": place, "scopes": [], "clientSecret": ["env": "S"],
        "allowClientSecret": true,
        "resources": ["https://api.example/a", "https://api.example/b"],
      ])
      bench.issuer.answer("/token", ["access_token": "access-1", "token_type": "bearer"])
      bench.issuer.answer("/user", ["id": 4711])
      let flow = bench.auth.signIn()
      for await update in flow {
        guard case .prompt(.redirect(let page), _) = update else { continue }
        let fields = PercentEncoding.decodeForm(page.url.absoluteString.split(separator: "?")[1]) ?? []
        #expect(!fields.contains { $0.name == "scope" || $0.name == "nonce" })
        #expect(
          fields.filter { $0.name == "resource" }.map(\.value) == ["https://api.example/a", "https://api.example/b"])
        let state = fields.first { $0.name == "state" }?.value ?? ""
        try await flow.resume(callback: bench.callback("code=c&state=\(state)"))
      }
      _ = try await flow.result()
      let request = try #require(bench.issuer.requests("/token").first)
      #expect(
        (request.headers["Authorization"] == nil) == isInForm && (request.form["client_secret"] != nil) == isInForm)
      let sent = PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)) ?? []
      #expect(sent.filter { $0.name == "resource" }.count == 2)
    }
  }
}
