import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An account elsewhere, proved by an identity token for a key of ours.
struct VerifiedIdentity: Sendable {
  /// What the account is called at the vendor.
  let accountName: String
  let token: Secret
  /// The app's other names at the provider.
  let otherClientIDs: [String]
  /// The session to come.
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference
  /// What the token says of the user, for people.
  let email: String?
  let name: String?
  private let issuer: String?
  private let subject: String?

  /// - Throws: `invalid_token` for what is no JWT.
  init(
    accountName: String, token: Secret, names: OAuthClientNames, sessionID: SessionID, key: KeyReference
  ) throws(AuthError) {
    let claims = try IdentityClaims(token)
    self.accountName = accountName
    self.token = token
    otherClientIDs = names.others(than: claims.audience)
    self.sessionID = sessionID
    self.key = key
    email = claims.email
    name = claims.name
    issuer = claims.issuer
    subject = claims.subject
  }

  /// The account as a sign-up registers it, once for every name of the app (v1OauthProviderParamsV2).
  var oauthProviders: [JSONValue] {
    var providers: [JSONValue] = [
      ["providerName": .string(accountName), "oidcToken": .string(token.revealText())]
    ]
    guard let issuer, let subject else { return providers }
    for (index, clientID) in otherClientIDs.enumerated() {
      providers.append([
        "providerName": .string("\(accountName)-\(index + 2)"),
        "oidcClaims": ["iss": .string(issuer), "sub": .string(subject), "aud": .string(clientID)],
      ])
    }
    return providers
  }
}
