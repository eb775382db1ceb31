import AuthCore

/// The values for exchanging an identity provider's authorisation code (v1OAuth2AuthenticateRequest).
struct OAuthCodeExchange: Sendable {
  /// The vendor's name for the identity provider.
  let provider: String
  let code: Secret
  let redirectURL: String
  let verifier: Secret
  let nonce: String
  let clientID: String

  var body: JSONObject {
    [
      "provider": .string(provider), "authCode": .string(code.revealText()), "redirectUri": .string(redirectURL),
      "codeVerifier": .string(verifier.revealText()), "nonce": .string(nonce), "clientId": .string(clientID),
    ]
  }
}
