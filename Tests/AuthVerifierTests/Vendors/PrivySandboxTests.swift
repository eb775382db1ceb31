import AuthCore
import AuthPrivy
import AuthTesting
import AuthVerifier
import AuthVerifierPrivy
import Testing

/// What the app gets, the backend accepts, each token for its own purpose.
@Suite struct PrivySandboxTests {
  @Test func theAppsTokensAreAccepted() async throws {
    let app = try SandboxedApp(.privy, .privy)
    let session = try await app.signIn()
    let access = "Bearer " + (try #require(session.tokens.access)).revealText()
    let principal = try await app.verify(access)
    #expect(principal.subject == session.subject && principal.tenant == session.tenant)
    #expect(principal.credential == .vendorSession && principal.expiresAt == session.expiresAt)
    let identity = try await app.verify("Bearer " + (try #require(session.tokens.identity)).revealText())
    #expect(identity.credential == .identityToken && identity.subject == session.subject)
    #expect(identity.verifiedEmail == "jane@example.com")
    // The vendor's own token is for the vendor.
    let own = try #require(session.tokens.other["privy_access_token"]).revealText()
    await #expect(throws: RequestRefusal.self) { _ = try await app.verify("Bearer " + own) }
    app.clock.advance(by: .seconds(7200))
    await #expect(throws: RequestRefusal.self) { _ = try await app.verify(access) }
  }
}
