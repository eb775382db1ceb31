import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RelyingPartyRows {
  /// Tests for the code flow beyond the certification plans.
  var further: [TableRow] {
    [
      refusedToken("oidcc-client-test-missing-aud", "returns an ID token without `aud`") { $0.claims["aud"] = nil },
      refusedToken(
        "oidcc-client-test-invalid-sig-hs256",
        "returns an ID token with a wrong HS256 signature, although the client's "
          + "secret would be the key"
      ) {
        $0.signer = (.hmac(SymmetricKey(data: Array(ScriptedProvider.clientSecret.utf8) + [0, 0, 0]), .hs256), nil)
      },
      refused(
        "oidcc-client-test-invalid-sig-es256", "returns an ID token whose ES256 signature is wrong",
        with: .signatureInvalid, shown: "The userinfo endpoint gets no request."
      ) {
        $0.keys = [.elliptic256]
        $0.idToken = { $0.form = .badSignature }
      } also: {
        $0.unlessTokensUnused
      },
      accepted(
        "oidcc-client-test-userinfo-bearer-header", "takes the access token in the header alone",
        shown: "The userinfo request has the token in its header, and neither in a query nor in a body."
      ) { _ in
      } control: {
        $0.settings["userInfo"] = false
      } also: { trace in
        let request = trace.requests(to: "userinfo").first
        return unless(request?.headers["Authorization"]?.hasPrefix("Bearer access-") == true, "No token in the header.")
          ?? unless(request?.body == nil && request?.url.query == nil, "There is a body or a query.")
      },
      forms.refused(
        "oidcc-client-test-form-post-error", "posts the error `login_required` to a request with `prompt=none`",
        with: .reauthenticationRequired, shown: "No code is sent."
      ) {
        $0.settings["authorizationParameters"] = ["prompt": "none", "max_age": "0"]
        $0.response = {
          $0.set("code", nil)
          $0.set("error", "login_required")
        }
      } also: {
        unless($0.requests(to: "token").isEmpty, "A code was sent.")
      },
      accepted(
        "oidcc-client-test-refresh-token", "renews the session, with a new ID token for the same user",
        shown: "The session is renewed."
      ) {
        $0.steps = [.signIn, .renew]
      } control: {
        $0.renewedIDToken = { $0.form = .badSignature }
      },
      renewal("oidcc-client-test-refresh-token-invalid-issuer", "returns a new ID token of another issuer") {
        $0.claims["iss"] = .string(ScriptedProvider.issuer + "1")
      },
      renewal("oidcc-client-test-refresh-token-invalid-sub", "returns a new ID token for another user") {
        $0.claims["sub"] = "user-2"
      },
    ]
  }

  /// The same client, with the response mode `form_post`.
  private var forms: RelyingPartyRows {
    RelyingPartyRows(base: base.changed { $0.settings["responseMode"] = "form_post" }, postsForms: true)
  }

  /// A test whose provider returns a wrong ID token at a renewal.
  private func renewal(
    _ name: String, _ provider: String, _ change: @escaping @Sendable (inout IDTokenDraft) -> Void
  ) -> TableRow {
    let script = base.changed { $0.steps = [.signIn, .renew] }
    return TableRow(
      name, .test, provider, shown: "The session stays as it was.", script.changed { $0.renewedIDToken = change },
      control: .provider(script)
    ) { trace in
      unless(trace.error?.code == .invalidToken, "The renewal was accepted.")
        ?? unless(trace.stored?.tokens.access == trace.sessions.first?.tokens.access, "The session has changed.")
    }
  }
}
