import AuthCore

/// A plan of the OpenID Foundation's conformance suite for relying parties, with the names of its tests as they are in
/// `openid-certification/conformance-suite` at commit 12f2a4da (2026-08-20).
struct RelyingPartyPlan: Sendable, CustomStringConvertible {
  /// The plan's name in the suite.
  let name: String
  /// The heading of the plan's table in Documentation/OIDCConformance.md.
  let heading: String
  /// The tests, in the order of the suite.
  let tests: [String]
  let rows: [TableRow]

  var description: String { name }

  static let all = [basic, config, formPost, further]

  /// Basic RP: a client with `client_secret_basic` and the response type `code`.
  static let basic = RelyingPartyPlan(
    name: "oidcc-client-basic-certification-test-plan", heading: "Basic RP", tests: basicTests,
    rows: RelyingPartyRows(base: .but { $0.isBackend = true }).basic)

  /// Config RP. The app is a public client.
  static let config = RelyingPartyPlan(
    name: "oidcc-client-config-certification-test-plan", heading: "Config RP",
    tests: [
      "oidcc-client-test-discovery-openid-config", "oidcc-client-test-discovery-jwks-uri-keys",
      "oidcc-client-test-discovery-issuer-mismatch", "oidcc-client-test-idtoken-sig-none",
      "oidcc-client-test-signing-key-rotation-just-before-signing", "oidcc-client-test-signing-key-rotation",
    ], rows: RelyingPartyRows(base: ProviderScript()).config)

  /// Form Post RP: the tests of Basic RP with the response mode `form_post`, for a backend.
  static let formPost = RelyingPartyPlan(
    name: "oidcc-client-formpost-basic-certification-test-plan", heading: "Form Post RP", tests: basicTests,
    rows: RelyingPartyRows(
      base: .but {
        $0.isBackend = true
        $0.settings = ["responseMode": "form_post"]
      }, postsForms: true
    ).basic)

  /// Tests of the suite for the code flow that no certification plan contains.
  static let further = RelyingPartyPlan(
    name: "oidcc-client-test-plan and oidcc-client-refreshtoken-test-plan", heading: "Further tests",
    tests: [
      "oidcc-client-test-missing-aud", "oidcc-client-test-invalid-sig-hs256", "oidcc-client-test-invalid-sig-es256",
      "oidcc-client-test-userinfo-bearer-header", "oidcc-client-test-form-post-error",
      "oidcc-client-test-refresh-token", "oidcc-client-test-refresh-token-invalid-issuer",
      "oidcc-client-test-refresh-token-invalid-sub",
    ], rows: RelyingPartyRows(base: .but { $0.isBackend = true }).further)

  private static let basicTests = [
    "oidcc-client-test", "oidcc-client-test-invalid-iss", "oidcc-client-test-missing-sub",
    "oidcc-client-test-invalid-aud", "oidcc-client-test-missing-iat", "oidcc-client-test-kid-absent-single-jwks",
    "oidcc-client-test-kid-absent-multiple-jwks", "oidcc-client-test-idtoken-sig-rs256",
    "oidcc-client-test-idtoken-sig-none", "oidcc-client-test-invalid-sig-rs256",
    "oidcc-client-test-userinfo-invalid-sub", "oidcc-client-test-nonce-invalid",
    "oidcc-client-test-scope-userinfo-claims", "oidcc-client-test-client-secret-basic",
  ]
}
