package import AuthCore

/// The inputs of the `IdentitySystem`: the time, the source of randomness, and the system's issuer URL.
package struct IdentityContext: Sendable {
  /// The `iss` of the identity system's tokens.
  package let issuer: String
  /// Seconds since 1970.
  package let unixTime: Int64
  package let random: any RandomSource

  /// The discovery document for OpenID Connect clients (OpenID Connect Discovery §3).
  var discovery: JSONValue {
    [
      "issuer": .string(issuer), "jwks_uri": .string(issuer + "/jwks.json"),
      "token_endpoint": .string(issuer + "/token"), "response_types_supported": ["id_token"],
      "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256", "RS256"],
    ]
  }
}

extension SandboxWorld {
  /// The identity system's inputs at the sandbox's current time.
  package var identityContext: IdentityContext {
    IdentityContext(issuer: baseURL + "/sandbox/idp", unixTime: unixTime, random: random)
  }
}
