import AuthCore

extension RelyingPartyRows {
  /// The tests of the plans Basic RP and Form Post RP.
  var basic: [TableRow] {
    [
      accepted(
        "oidcc-client-test", "is well-formed",
        shown: "The code, the keys and the userinfo are requested."
      ) { _ in
      } control: {
        $0.idToken = { $0.claims["exp"] = 1 }
      } also: { trace in
        unless(
          ["token", "jwks", "userinfo"].allSatisfy { trace.requests(to: $0).count == 1 }, "An endpoint got no request.")
      },
      refusedToken("oidcc-client-test-invalid-iss", "returns an ID token of another issuer") {
        $0.claims["iss"] = .string(ScriptedProvider.issuer + "1")
      },
      refusedToken("oidcc-client-test-missing-sub", "returns an ID token without `sub`") { $0.claims["sub"] = nil },
      refusedToken("oidcc-client-test-invalid-aud", "returns an ID token for another client") {
        $0.claims["aud"] = "another client"
      },
      refusedToken("oidcc-client-test-missing-iat", "returns an ID token without `iat`") { $0.claims["iat"] = nil },
      accepted(
        "oidcc-client-test-kid-absent-single-jwks", "has one key; neither the key nor the ID token has a `kid`",
        shown: "The only key verifies the ID token."
      ) {
        $0.keys = [.oneWithoutID]
      } control: {
        $0.idToken = { $0.signer = (ProviderKeys.rsa(1), nil) }
      },
      refused(
        "oidcc-client-test-kid-absent-multiple-jwks", "has several keys; neither they nor the ID token have a `kid`",
        with: .invalidToken, shown: "The suite allows both: to refuse, or to try every key."
      ) {
        $0.keys = [.severalWithoutID]
      } also: {
        $0.unlessTokensUnused
      },
      accepted(
        "oidcc-client-test-idtoken-sig-rs256", "signs with RS256, the only algorithm that it announces",
        shown: "The signature verifies."
      ) {
        $0.metadata = { $0["id_token_signing_alg_values_supported"] = ["RS256"] }
      } control: {
        $0.keys = [.elliptic256]
      },
      unsigned,
      refusedToken(
        "oidcc-client-test-invalid-sig-rs256", "returns an ID token whose RS256 signature is wrong",
        with: .signatureInvalid
      ) { $0.form = .badSignature },
      refused(
        "oidcc-client-test-userinfo-invalid-sub", "returns userinfo of another user", with: .malformedResponse,
        shown: "The userinfo adds nothing to a session."
      ) {
        $0.userInfo = { $0["sub"] = "user-2" }
      } also: {
        unless($0.requests(to: "userinfo").count == 1, "The userinfo was not requested.")
      },
      refusedToken("oidcc-client-test-nonce-invalid", "returns an ID token with another `nonce`") {
        $0.claims["nonce"] = "another"
      },
      accepted(
        "oidcc-client-test-scope-userinfo-claims", "returns the claims of the scopes `profile` and `email` as userinfo",
        shown: "The scopes are requested, and the claims are the session's."
      ) { _ in
      } control: {
        $0.userInfo = { $0["email"] = nil }
      } also: { trace in
        let scopes = trace.authorizations.first?["scope"]?.split(separator: " ") ?? []
        let session = trace.sessions.first
        return unless(scopes.contains("profile") && scopes.contains("email"), "The scopes were not requested.")
          ?? unless(session?.identifier == "jane@example.com" && session?.displayName == "Jane", "A claim is missing.")
      },
      accepted(
        "oidcc-client-test-client-secret-basic", "requires `client_secret_basic`",
        shown: "The header has the id and the secret, form-encoded; the form has no secret."
      ) { _ in
      } control: {
        $0.metadata = { $0["token_endpoint_auth_methods_supported"] = ["client_secret_post"] }
      } also: {
        unless($0.requests(to: "token").first?.headers["Authorization"]?.hasPrefix("Basic ") == true, "No header.")
      },
    ]
  }
}
