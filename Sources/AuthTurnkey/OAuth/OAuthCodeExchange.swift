import AuthCore

/// The values for exchanging a code of an identity provider (v1OAuth2AuthenticateRequest).
struct OAuthCodeExchange: Sendable {
  /// The vendor's name of the provider.
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
