import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PrivyRequestsTests {
  @Test func requestsCarryOnlyTheAccessToken() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let provider = try app.provider()
    let access = try #require(session.tokens.access).revealText()
    let backend = try #require(URL(string: app.sandbox.baseURL + "/backend/me"))
    let toBackend = try await provider.authorize(TransportRequest("GET", backend), for: session)
    #expect(toBackend.headers["Authorization"] == "Bearer " + access)
    #expect(toBackend.headers["privy-app-id"] == nil)
    let vendor = try #require(URL(string: app.sandbox.baseURL + "/privy/api/v1/users/me"))
    let toVendor = try await provider.authorize(TransportRequest("GET", vendor), for: session)
    #expect(toVendor.headers["Authorization"] == "Bearer " + access)
    #expect(toVendor.headers["privy-app-id"] == provider.configuration.appID)
    let answer = try await app.client.send(TransportRequest("GET", vendor))
    #expect(answer.status == 200)
    let me = try await app.me()
    #expect(try JSONValue(parsing: me.body)["subject"]?.stringValue == session.subject)
    #expect(try JSONValue(parsing: me.body)["provider"]?.stringValue == "privy")
  }

  /// The app's servers get a proof of the session's key (RFC 9449); the vendor gets its bearer token.
  @Test func theAppsServersGetAProofIfConfigured() async throws {
    let app = try SandboxedApp()
    let url = app.sandbox.baseURL + "/backend"
    let bound = try SandboxedApp(["backend": ["baseURL": .string(url), "dpop": "required"]])
    let (session, _) = try await bound.signIn()
    let token = try #require(session.tokens.access)
    let me = try await bound.client.authorize(TransportRequest("GET", bound.sandbox.baseURL + "/backend/me"))
    #expect(me.headers["Authorization"] == "DPoP " + token.revealText())
    let proof = try JWS(compact: try #require(me.headers["DPoP"]))
    let key = try JWK(json: proof.header["jwk"] ?? .null)
    try proof.verify(with: key.key)
    let thumbprint = try session.key?.thumbprint()
    #expect(key.thumbprint == thumbprint)
    let hash = Base64URL.encode(Array(SHA256.hash(data: token.revealBytes())))
    #expect(try JSONValue(parsing: proof.payload)["ath"]?.stringValue == hash)
    let vendor = try await bound.client.authorize(
      TransportRequest("GET", bound.sandbox.baseURL + "/privy/api/v1/users/me"))
    #expect(vendor.headers["Authorization"] == "Bearer " + token.revealText() && vendor.headers["DPoP"] == nil)
    #expect(try await bound.client.refresh().key == session.key)
    _ = try await bound.client.signOut()
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await bound.keys.check(try #require(session.key)) }
  }

  @Test func keepsTokensWithinTheirOrigins() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let elsewhere = try #require(URL(string: "https://elsewhere.example/"))
    let error = await failure { _ = try await app.client.send(TransportRequest("GET", elsewhere)) }
    #expect(error?.code == .originNotAllowed)
  }

  @Test func listsLinkedAccountsFromTheVendor() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let provider = try app.provider()
    #expect(try await provider.user(of: session).id == session.subject)
    let credentials = try await provider.credentials(of: session)
    #expect(credentials.map(\.method) == [.customJWT])
    #expect(credentials.map(\.id) == ["user-1"])
  }

  @Test func outputContainsNoSecret() async throws {
    let app = try SandboxedApp()
    let canary = "canary-user"
    app.identity.change { $0.subject = canary }
    let (session, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    let renewed = try await app.client.session()
    app.transport.add(Fault(.status(401), path: "/sessions"))
    app.identity.change { $0.tamper = "bad-signature" }
    app.clock.advance(by: .seconds(3600))
    let refused = await failure { _ = try await app.client.session() }
    _ = try await app.client.signOut()
    var seen = app.observer.dumpedText + String(reflecting: refused) + String(describing: renewed)
    dump(renewed, to: &seen)
    dump(refused, to: &seen)
    var secrets: [Secret?] = []
    for held in [session, renewed] {
      secrets += [held.tokens.access, held.tokens.refresh, held.tokens.identity]
      secrets += held.tokens.other.values.map { $0 }
    }
    #expect(secrets.compactMap(\.self).count >= 6)
    for secret in secrets.compactMap(\.self) { #expect(!seen.contains(secret.revealText())) }
  }
}
