import AuthCore
import AuthSandbox
import Testing

/// Requests that no client sends. The law: each gets a response that is no internal error, and the provider still signs
/// users in.
@Suite struct OIDCVendorInputTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private static let texts = [
    "", "\0", "\u{1B}[2J", "a\u{301}", " ", "a b", "-1", "0", "9223372036854775807", "18446744073709551616", "a.b.c",
    "eyJhbGciOiJFUzI1NiJ9.e30.", "urn:ietf:params:oauth:request_uri:", "http://127.0.0.1:99999/callback", "<b>", "[]",
    String(repeating: "a", count: 70_000),
  ]
  private static let values: [JSONValue] = [
    .integer(-1), .integer(0), .integer((1 << 32) - 1), .number(0.5), "", "x", .null, true, [], [.null, "state"], [:],
  ]

  /// Every parameter of every endpoint, with every text.
  @Test(arguments: [
    ("/token", ["grant_type", "code", "redirect_uri", "code_verifier", "client_secret", "client_id", "resource"]),
    (
      "/token", ["client_assertion_type", "client_assertion", "refresh_token", "device_code", "scope", "subject_token"]
    ),
    ("/par", ["response_type", "redirect_uri", "scope", "prompt", "max_age", "acr_values", "dpop_jkt", "request_uri"]),
    ("/device_authorization", ["scope", "resource"]), ("/introspect", ["token", "token_type_hint"]),
    ("/revoke", ["token"]), ("/interaction", ["interaction", "user", "decision", "code"]),
    ("/device", ["user_code", "user", "decision"]),
    ("/logout", ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "confirmation"]),
    ("/authorize", ["client_id", "redirect_uri", "response_mode", "state", "nonce", "login_hint", "request_uri"]),
  ])
  func parametersWithAnyText(route: String, names: [String]) throws {
    let usual = try caller.parameters(["grant_type": "authorization_code"])
    for name in names {
      for text in Self.texts {
        let fields = usual.filter { $0.name != name } + [(name, text)]
        let authorization = ["Basic " + text, "Bearer " + text, "DPoP " + text][text.utf8.count % 3]
        let header: HTTPHeaders = ["DPoP": text, "Cookie": "latchkey_oidc=" + text, "Authorization": authorization]
        for headers in [[:], header] as [HTTPHeaders] {
          let answer = caller.post(route, fields, headers: headers, isPublic: false)
          #expect((200..<500).contains(answer.status), "\(route) \(name) \(text.prefix(40)): \(answer.status)")
        }
      }
    }
    _ = try caller.signIn()
  }

  /// Every policy with every value, and a sign-in after each.
  @Test func policiesWithAnyValue() throws {
    let names = [
      "accessTokenSeconds", "refreshTokenSeconds", "idTokenSeconds", "codeSeconds", "requestURISeconds",
      "deviceSeconds", "deviceIntervalSeconds", "sessionSeconds", "dpopNonceSeconds", "refreshReuseGraceSeconds",
      "rotateRefreshTokens", "requirePushedAuthorization", "requireDPoP", "requireDPoPNonce", "opaqueAccessTokens",
      "signInAs", "authorizationError", "backChannelLogoutURI", "redirectURIs", "postLogoutRedirectURIs", "scopes",
      "algorithm", "tamper", "createUsers",
    ]
    for name in names {
      for value in Self.values {
        caller.policy([name: value])
        let url = caller.issuer + "/authorize?" + PercentEncoding.encodeForm(try caller.parameters())
        let answer = caller.sandbox.post("/sandbox/oidc/authorize", ["url": .string(url)])
        #expect([200, 400].contains(answer.status), "\(name) = \(value)")
        let tokens = caller.redeem(answer.json["parameters"]?["code"]?.stringValue)
        #expect([200, 400].contains(tokens.status), "\(name) = \(value): \(tokens.text)")
        let device = caller.post("/device_authorization", [])
        #expect([200, 403, 400].contains(device.status))
        #expect(caller.sandbox.handle(SandboxRequest("GET", "/sessions")).status == 200)
      }
      caller.policy([name: .null])
    }
    _ = try caller.signIn()
  }
}
