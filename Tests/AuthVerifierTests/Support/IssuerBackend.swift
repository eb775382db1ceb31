import AuthCore
import AuthVerifier
import AuthVerifierOIDC

/// A backend whose users come from one OpenID Connect issuer.
struct IssuerBackend {
  static let issuer = "https://issuer.example"
  let mint = Mint()
  let backend: Backend

  init(
    _ verifier: JSONObject = ["audience": "https://api.example"], clientID: String? = "app",
    environment: [String: String] = [:], accounts: (any AccountResolving)? = nil,
    options: RequestVerifier.Options = RequestVerifier.Options(),
    introspection: @escaping @Sendable (TransportRequest) -> TransportResponse = { _ in .json([:], status: 500) }
  ) throws {
    let keys = mint.keySet
    var block: JSONObject = ["issuer": .string(Self.issuer), "verifier": .object(verifier)]
    block["clientId"] = clientID.map { .string($0) }
    backend = try Backend(
      ["oidc": .object(block)], plugins: [.oidc], environment: environment, accounts: accounts, options: options
    ) { request in
      switch request.path {
      case "/.well-known/openid-configuration":
        .json([
          "issuer": .string(Self.issuer), "jwks_uri": .string(Self.issuer + "/keys"),
          "introspection_endpoint": .string(Self.issuer + "/introspect"),
        ])
      case "/keys": .json(keys)
      case "/introspect": introspection(request)
      default: .json([:], status: 404)
      }
    }
  }

  /// An access token (RFC 9068), with changes.
  func accessToken(_ changes: (String, JSONValue?)..., type: String? = "at+jwt") throws -> Secret {
    let base: JSONObject = [
      "iss": .string(Self.issuer), "aud": "https://api.example", "sub": "jane", "client_id": "app", "jti": "1",
      "scope": "read write",
    ]
    return try mint.token(Mint.claims(base, changes), type: type)
  }

  /// An ID token, with changes.
  func identityToken(_ changes: (String, JSONValue?)...) throws -> Secret {
    let base: JSONObject = [
      "iss": .string(Self.issuer), "aud": "app", "sub": "jane", "nonce": "n", "email": "jane@example.org",
      "email_verified": true, "auth_time": 1_799_999_900, "acr": "2",
    ]
    return try mint.token(Mint.claims(base, changes))
  }
}
