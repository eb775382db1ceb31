import AuthCore
import AuthTesting
import AuthVerifier

/// A vendor whose tokens are `user-` and the user's id. The user `reader` has a scope, and the vendor of `user-away` is
/// not reachable.
struct PrefixVerifier: CredentialVerifier {
  let id: ProviderID = "made-up"
  let routes: [CredentialRoute] = [.prefix("user-")]

  func verify(_ credential: PresentedCredential, of request: PresentedRequest) async throws(AuthError) -> Principal {
    let subject = String(credential.token.revealText().dropFirst("user-".count))
    if subject == "away" { throw AuthError(.network, "The vendor does not respond. Try again later.") }
    if subject == "unknown" { throw AuthError(.invalidToken, "The token names no user. Sign in again.") }
    var principal = Principal(provider: id, tenant: "t", subject: subject, credential: .accessToken)
    if subject == "reader" { principal.scopes = ["read"] }
    return principal
  }

  static func requestVerifier() throws -> RequestVerifier {
    try RequestVerifier([PrefixVerifier()], services: VerifierServices(transport: ScriptedTransport([])))
  }
}
