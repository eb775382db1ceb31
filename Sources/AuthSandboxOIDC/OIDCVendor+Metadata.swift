import AuthCore
import AuthCrypto
import AuthSandboxKit

extension OIDCVendor {
  /// The metadata (OpenID Connect Discovery §3, RFC 8414 §2).
  func metadata(_ world: SandboxWorld) -> JSONObject {
    let issuer = world.oidcIssuer
    let policy = world.oidcPolicy
    func address(_ route: String) -> JSONValue { .string(issuer + route) }
    func list(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }
    var metadata: JSONObject = [
      "issuer": .string(issuer + (policy.tampering.contains(.metadataIssuer) ? "/other" : "")),
      "authorization_endpoint": address("/authorize"), "token_endpoint": address("/token"),
      "userinfo_endpoint": address("/userinfo"), "jwks_uri": address("/jwks"),
      "device_authorization_endpoint": address("/device_authorization"),
      "introspection_endpoint": address("/introspect"),
      "revocation_endpoint": address("/revoke"), "end_session_endpoint": address("/logout"),
      "registration_endpoint": address("/register"),
      "pushed_authorization_request_endpoint": address("/par"),
    ]
    metadata["response_types_supported"] = ["code"]
    metadata["response_modes_supported"] = list(OIDCAuthorizationRequest.ResponseMode.allCases.map(\.rawValue))
    metadata["grant_types_supported"] = list(OIDCRegisteredClient.allGrants.sorted())
    metadata["subject_types_supported"] = ["public"]
    metadata["id_token_signing_alg_values_supported"] = ["ES256", "RS256"]
    metadata["scopes_supported"] = list(OIDCAuthorizationRequest.scopes + policy.scopes)
    metadata["claims_supported"] = list([
      "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "at_hash", "name",
      "preferred_username", "updated_at", "email", "email_verified",
    ])
    metadata["acr_values_supported"] = list(OIDCAuthenticationContext.allCases.map(\.name))
    metadata["prompt_values_supported"] = list(OIDCAuthorizationRequest.Prompt.allCases.map(\.rawValue))
    metadata["code_challenge_methods_supported"] = ["S256"]
    metadata["authorization_response_iss_parameter_supported"] = true
    metadata["claims_parameter_supported"] = false
    metadata["request_parameter_supported"] = false
    metadata["request_uri_parameter_supported"] = false
    let methods = list(OIDCRegisteredClient.Authentication.allCases.map(\.rawValue))
    metadata["token_endpoint_auth_methods_supported"] = methods
    metadata["revocation_endpoint_auth_methods_supported"] = methods
    metadata["introspection_endpoint_auth_methods_supported"] = list(
      OIDCRegisteredClient.Authentication.allCases.filter { $0 != .none }.map(\.rawValue))
    // Each must be present, because each endpoint accepts `private_key_jwt` (RFC 8414 §2).
    for endpoint in ["token", "revocation", "introspection"] {
      metadata[endpoint + "_endpoint_auth_signing_alg_values_supported"] = list(
        Self.assertionAlgorithms.map(\.rawValue))
    }
    metadata["require_pushed_authorization_requests"] = .bool(policy.requiresPushedAuthorization)
    metadata["dpop_signing_alg_values_supported"] = list(Self.proofAlgorithms.map(\.rawValue))
    metadata["backchannel_logout_supported"] = true
    metadata["backchannel_logout_session_supported"] = true
    return metadata
  }
}
