import AuthCore
import AuthTurnkey
import AuthVerifier
import AuthVerifierTurnkey
import Testing

/// What the app makes, the backend accepts: with the provider on one side, the sandbox as the vendor, and the verifier
/// on the other side.
@Suite struct TurnkeySandboxTests {
  @Test func theAppsCredentialsAreAccepted() async throws {
    let app = try SandboxedApp(.turnkey, .turnkey, verifier: ["signedRequests": true])
    let session = try await app.signIn()
    let provider = try #require(try app.auth.provider("turnkey") as? TurnkeyProvider)
    let token = try #require(session.tokens.access).revealText()
    let signed = try await provider.signedWhoAmI(session).revealText()
    for authorization in ["Bearer " + token, "Turnkey-Signed-Request " + signed] {
      let principal = try await app.verify(authorization)
      #expect(principal.subject == session.subject)
      #expect(principal.tenant == provider.organization(of: session))
    }
  }
}
