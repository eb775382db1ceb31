import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An account at an identity provider, proved by an identity token that is bound to a key of this device.
struct VerifiedIdentity: Sendable {
  /// The vendor's name for the account's identity provider.
  let accountName: String
  let token: Secret
  /// The app's other client IDs at the identity provider.
  let otherClientIDs: [String]
  /// The ID of the session to open.
  let sessionID: SessionID
  /// The key of the session to open.
  let key: KeyReference
  /// The user's e-mail address in the token, for display.
  let email: String?
  let name: String?
  private let issuer: String?
  private let subject: String?

  /// Reads the account from an identity token.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT whose payload is a JSON object.
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

  /// The account in the form of a sign-up, once for every client ID of the app (v1OauthProviderParamsV2). If the token
  /// has no issuer or no subject, the account is listed only once.
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
