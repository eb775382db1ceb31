import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies Privy's access tokens, and its identity tokens, which a client sends in the field `privy-id-token` (P83).
struct PrivyCredentialVerifier: CredentialVerifier {
  let id: ProviderID
  private let appID: String
  private let keys: JWKSCache
  private let verifier: JWTVerifier

  private static let identityField = "privy-id-token"

  /// Reads `appId` and `apiBaseURL`, and of `verifier`: `leewaySeconds`.
  init(_ block: VerifierBlock, services: VerifierServices) throws(AuthError) {
    var shared = block.shared
    id = block.id
    appID = try shared.string("appId")
    let base = try shared.baseURL("apiBaseURL", default: "https://api.privy.io")
    var own = block.own
    let leeway = try own.integer("leewaySeconds", default: 0, in: 0...60)
    try own.finish()
    guard let url = URL(string: base.absoluteString + "/v1/apps/" + PercentEncoding.encode(appID) + "/jwks.json") else {
      throw shared.wrong("appId", "the id of an app")
    }
    keys = JWKSCache(publishedAt: url, services: services)
    var rules = JWTValidationRules(
      algorithms: [.es256], issuer: "privy.io", audiences: [appID], requiredClaims: ["sub", "iat"])
    rules.leeway = .seconds(leeway)
    verifier = try JWTVerifier(rules)
  }

  var routes: [CredentialRoute] { [.issuer("privy.io", audience: appID), .field(Self.identityField)] }

  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    let token = try await verifier.verify(try credential.requiredJWT(), with: keys)
    var principal = try principal(token, isIdentity: token["sid"] == nil)
    // The access token does not describe the user; an identity token in the same request does.
    let identityTokens = request.headers.values(of: Self.identityField)
    guard identityTokens.count <= 1 else {
      throw AuthError(.invalidToken, "The request has several identity tokens. Send one.")
    }
    if principal.credential == .vendorSession, let text = identityTokens.first {
      let identity = try await verifier.verify(text, with: keys)
      guard identity["sid"] == nil, identity.subject == token.subject else {
        throw AuthError(.invalidToken, "The identity token belongs to another user. Send the tokens of one session.")
      }
      let described = try self.principal(identity, isIdentity: true)
      principal.verifiedEmail = described.verifiedEmail
      principal.claims = described.claims
    }
    return principal
  }

  /// Only an access token has `sid`, and only an identity token has `linked_accounts`, so that neither is accepted as
  /// the other (P83).
  private func principal(_ token: VerifiedJWT, isIdentity: Bool) throws(AuthError) -> Principal {
    guard let subject = token.subject, (token["linked_accounts"] != nil) == isIdentity else {
      throw AuthError(
        .invalidToken,
        "The token has the claims of neither an access token nor an identity token. Send one of "
          + "the vendor's tokens unchanged.")
    }
    var principal = Principal(
      provider: id, tenant: appID, subject: subject, credential: isIdentity ? .identityToken : .vendorSession)
    principal.issuedAt = token.issuedAt
    principal.expiresAt = token.expiresAt
    principal.sessionID = token["sid"]?.stringValue
    principal.claims = token.claims
    if isIdentity { principal.verifiedEmail = try Self.email(token["linked_accounts"]) }
    return principal
  }

  /// The address of the account of the kind `email`. The vendor lists only accounts that the user has verified;
  /// addresses of accounts at other services are theirs, and are not used (P67).
  private static func email(_ claim: JSONValue?) throws(AuthError) -> String? {
    let refused = AuthError(
      .invalidToken,
      "The identity token's 'linked_accounts' is not a JSON list in a string. Update this package; "
        + "the vendor's format may have changed.")
    guard let text = claim?.stringValue else { throw refused }
    let list: JSONValue
    do throws(JSONError) { list = try JSONValue(parsing: Array(text.utf8), depthLimit: 32) } catch { throw refused }
    guard let accounts = list.arrayValue else { throw refused }
    let addresses = accounts.filter { $0["type"]?.stringValue == "email" }.compactMap { $0["address"]?.stringValue }
    return addresses.first
  }
}
