import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies Hawcx' identity tokens by the keys that the issuer publishes (H69 to H77).
struct HawcxCredentialVerifier: CredentialVerifier {
  let id: ProviderID
  private let clientID: String
  private let issuer: IssuerKeys
  private let verifier: JWTVerifier

  /// Reads `baseURL`, `issuer` and `clientId`, and of `verifier`: `leewaySeconds`.
  init(_ block: VerifierBlock, services: VerifierServices) throws(AuthError) {
    var shared = block.shared
    id = block.id
    clientID = try shared.string("clientId")
    let host = try shared.baseURL("baseURL")
    let name = try shared.optionalBaseURL("issuer")?.absoluteString ?? Self.root(host.absoluteString)
    var own = block.own
    let leeway = try own.integer("leewaySeconds", default: 10, in: 0...60)
    try own.finish()
    issuer = IssuerKeys(issuer: name, services: services)
    var rules = JWTValidationRules.identityToken(issuer: name, clientID: clientID)
    rules.nonce = .ignored  // The backend that exchanged the code has compared the nonce.
    rules.leeway = .seconds(leeway)
    verifier = try JWTVerifier(rules)
  }

  var routes: [CredentialRoute] { [.issuer(issuer.issuer, audience: clientID)] }

  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    let token = try await verifier.verify(try credential.requiredJWT(), with: try await issuer.known().keys)
    guard let subject = token.subject, token.isIdentityToken else {
      throw AuthError(.invalidToken, "The token is not an identity token of a user. Check 'issuer' and 'clientId'.")
    }
    var principal = Principal(provider: id, tenant: issuer.issuer, subject: subject, credential: .identityToken)
    principal.describe(token)
    return principal
  }

  /// The tenant's host without `/v1` or `/v1/auth`, which a configuration may contain (H17).
  private static func root(_ text: String) -> String {
    var text = text
    for suffix in ["/auth", "/v1"] where text.hasSuffix(suffix) { text.removeLast(suffix.count) }
    return text
  }
}
