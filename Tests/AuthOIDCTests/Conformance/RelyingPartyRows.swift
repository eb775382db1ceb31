import AuthCore

/// The tests of the conformance suite as rows: each provider as the suite describes it, and what the client has to do.
struct RelyingPartyRows: Sendable {
  /// The provider and the client without the difference of a test.
  let base: ProviderScript
  /// Whether the provider posts its response as a form.
  var postsForms = false

  private var mode: String { postsForms ? "form_post" : "query" }

  /// A test whose provider is well-formed, or differs in a way that the client accepts.
  func accepted(
    _ name: String, _ provider: String, shown: String, _ change: (inout ProviderScript) -> Void = { _ in },
    control: (inout ProviderScript) -> Void, also judge: @escaping @Sendable (Trace) -> String? = { _ in nil }
  ) -> TableRow {
    let script = base.changed(change)
    return TableRow(
      name, .test, provider, shown: shown, script, control: .provider(script.changed(control))
    ) { [mode] trace in
      // Each sign-in and each renewal returns a session.
      trace.unlessSignedIn(script.steps.count) ?? Self.unlessResponded(trace, mode) ?? judge(trace)
    }
  }

  /// A test whose provider the client has to refuse. The same client signs in at the well-formed provider.
  func refused(
    _ name: String, _ provider: String, with code: AuthError.Code, shown: String,
    _ change: (inout ProviderScript) -> Void, also judge: @escaping @Sendable (Trace) -> String? = { _ in nil }
  ) -> TableRow {
    TableRow(
      name, .test, provider, shown: shown, base.changed(change), control: .provider(base)
    ) { [mode] trace in
      trace.unlessRefused(code) ?? Self.unlessResponded(trace, mode) ?? judge(trace)
    }
  }

  /// A test whose provider returns an ID token that the client has to refuse, before it uses the access token.
  func refusedToken(
    _ name: String, _ provider: String, with code: AuthError.Code = .invalidToken,
    _ change: @escaping @Sendable (inout IDTokenDraft) -> Void
  ) -> TableRow {
    refused(
      name, provider, with: code, shown: "The userinfo endpoint gets no request."
    ) {
      $0.idToken = change
    } also: {
      $0.unlessTokensUnused ?? unless($0.requests(to: "token").count == 1, "no code")
    }
  }

  /// The response mode that the pages were asked for; `query`, the default of the code flow, is not named.
  private static func unlessResponded(_ trace: Trace, _ mode: String) -> String? {
    unless(
      trace.pageFields.allSatisfy { ($0["response_mode"] ?? "query") == mode }, "The response mode is not \(mode).")
  }

  var config: [TableRow] {
    [
      accepted(
        "oidcc-client-test-discovery-openid-config", "publishes metadata at its well-known address",
        shown: "The metadata are the first request, and their addresses are used."
      ) { _ in
      } control: {
        $0.metadata = { $0["token_endpoint"] = .string(ScriptedProvider.issuer + "/elsewhere") }
      } also: {
        unless($0.sent.first?.endpoint == "metadata", "The metadata were not the first request.")
      },
      accepted(
        "oidcc-client-test-discovery-jwks-uri-keys", "has another `jwks_uri` at every run",
        shown: "The keys are fetched there, before the code is sent."
      ) { _ in
      } control: {
        $0.answer = { endpoint, _, honest in endpoint == "jwks" ? TransportResponse(status: 404) : honest }
      } also: { trace in
        let order = trace.sent.map(\.endpoint)
        guard let keys = order.firstIndex(of: "jwks"), let code = order.firstIndex(of: "token") else {
          return "The keys were not fetched."
        }
        return unless(keys < code, "The code was sent before the keys were known.")
      },
      refused(
        "oidcc-client-test-discovery-issuer-mismatch", "publishes metadata of another issuer", with: .malformedResponse,
        shown: "No page is opened."
      ) {
        $0.metadata = { $0["issuer"] = .string(ScriptedProvider.issuer + "/other") }
      } also: {
        unless($0.pages.isEmpty && $0.sent.count == 1, "The client went on.")
      },
      unsigned,
      accepted(
        "oidcc-client-test-signing-key-rotation-just-before-signing", "replaces its keys before it signs the ID token",
        shown: "The keys are fetched again."
      ) {
        $0.rotation = .beforeSigning
      } control: {
        $0.publishesFirstKeysOnly = true
      } also: {
        unless($0.requests(to: "jwks").count == 2, "The keys were not fetched again.")
      },
      accepted(
        "oidcc-client-test-signing-key-rotation", "replaces its keys between two sign-ins",
        shown: "Both sign-ins succeed; the keys are fetched again at the second."
      ) {
        $0.rotation = .beforeSecondPage
        $0.steps = [.signIn, .signIn]
      } control: {
        $0.publishesFirstKeysOnly = true
      } also: {
        unless($0.requests(to: "jwks").count == 2, "The keys were not fetched again.")
      },
    ]
  }

  /// The suite accepts a refusal, and reports the test as skipped.
  var unsigned: TableRow {
    refused(
      "oidcc-client-test-idtoken-sig-none", "returns an unsigned ID token (`alg` is `none`)", with: .invalidToken,
      shown: "The suite allows a sign-in and a refusal, and reports a refusal as skipped."
    ) {
      $0.idToken = { $0.form = .unsigned }
    } also: {
      $0.unlessTokensUnused
    }
  }
}
