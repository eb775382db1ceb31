import AuthCore
import AuthVerifier
import AuthVerifierHawcx
import Testing

/// Hawcx' identity tokens (H69 to H77).
@Suite struct HawcxTests {
  private let mint = Mint()
  private let backend: Backend

  init() throws {
    let keys = mint.keySet
    backend = try Backend(
      ["hawcx": ["baseURL": "https://t.example/v1/auth", "configId": "c", "clientId": "project"]], plugins: [.hawcx]
    ) { request in
      switch request.address {
      case "https://t.example/.well-known/openid-configuration":
        .json(["issuer": "https://t.example", "jwks_uri": "https://t.example/.well-known/jwks.json"])
      case "https://t.example/.well-known/jwks.json": .json(keys)
      default: .json([:], status: 404)
      }
    }
  }

  private func token(_ changes: (String, JSONValue?)...) throws -> Secret {
    let base: JSONObject = [
      "iss": "https://t.example", "aud": "project", "sub": "u1", "nonce": "n", "email": "j@example.org",
      "email_verified": true, "acr": "urn:hawcx:pwdless:v1", "auth_time": 1_799_999_900,
    ]
    return try mint.token(Mint.claims(base, changes), type: nil)
  }

  @Test func identityToken() async throws {
    let principal = try await backend.verify(token())
    #expect(principal.subject == "u1" && principal.tenant == "https://t.example")
    #expect(principal.verifiedEmail == "j@example.org" && principal.authenticationContext == "urn:hawcx:pwdless:v1")
    #expect(principal.credential == .identityToken)
  }

  @Test func refused() async throws {
    let tokens = [
      try token(("aud", "c")), try token(("iss", "https://t.example/")), try token(("sub", nil)),
      try token(("iat", nil)),
      try token(("exp", 1_799_999_980)), try token(("azp", "other")), try token(("aud", ["project", "other"])),
    ]
    for token in tokens { #expect(try await backend.refusal(token)?.reason == .invalidCredential) }
  }
}
