/// A fault of the provider itself, which the policy `tamper` injects: a response that a client must refuse.
enum OIDCTampering: String, Sendable, CaseIterable {
  /// The metadata name another issuer.
  case metadataIssuer = "metadata_issuer"
  /// The key set is empty.
  case noKeys = "no_keys"
  /// The redirect has another `state`.
  case state = "state"
  /// The redirect has another `iss` (RFC 9207), or none.
  case callbackIssuer = "callback_issuer"
  case noCallbackIssuer = "no_callback_issuer"
  /// The token response has no ID token.
  case noIDToken = "no_id_token"
  /// The token response has the other token type: `Bearer` for a bound token, `DPoP` for a bearer token.
  case tokenType = "token_type"
  /// The token response has a scope that was not requested.
  case scope = "scope"
  /// The ID token's signature is wrong, or by a key that is not published, or missing (`alg` is `none`).
  case signature = "id_token_signature"
  case unknownKey = "id_token_key"
  case algorithmNone = "id_token_alg_none"
  /// A claim of the ID token is wrong or missing.
  case expired = "id_token_expired"
  case issuer = "id_token_issuer"
  case audience = "id_token_audience"
  case authorizedParty = "id_token_azp"
  case nonce = "id_token_nonce"
  case noNonce = "id_token_no_nonce"
  case noSubject = "id_token_no_sub"
  case accessTokenHash = "id_token_at_hash"
  /// `auth_time` is a day too early.
  case authenticationTime = "id_token_auth_time"
  /// The userinfo response has another `sub`.
  case userInfoSubject = "userinfo_sub"
}
