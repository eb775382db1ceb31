import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What RFC 9700 (OAuth 2.0 security) demands of clients. Its demands on servers are in Documentation/SecurityRules.md.
enum RFC9700Rows {
  static var all: [TableRow] { (redirects + codes + tokens + others).bySection }

  private typealias Forgeries =
    @Sendable (ProviderScript.Response, [ProviderScript.Response]) -> [ProviderScript.Response]

  /// Callbacks of other origins: without `state`, with another one, and with an empty one.
  private static let forgeries: Forgeries = { response, _ in
    [nil, "another", ""].map { state in
      var forged = response
      forged.set("state", state)
      forged.set("code", "forged")
      return forged
    }
  }

  /// A callback of another origin that knows the `state`.
  private static let knowingForgery: Forgeries = { response, _ in
    var forged = response
    forged.set("code", "forged")
    return [forged]
  }

  /// The fault of a client that takes a callback of another origin.
  private static let unlessForgeriesAreStray: @Sendable (Trace) -> String? = { trace in
    trace.unlessSignedIn() ?? unless(trace.strayErrors.count == 3, "A forged callback was taken.")
      ?? unless(trace.requests(to: "token").count == 1, "A forged code was sent.")
  }

  private static var redirects: [TableRow] {
    [
      TableRow(
        "2.1", .must, "prevent CSRF at the redirect URI, by a `state` of the transaction",
        shown: "callbacks without the `state`, or with another, leave the sign-in open, and their codes are not sent",
        .but { $0.forgeries = forgeries }, control: .provider(.but { $0.forgeries = knowingForgery }),
        judge: unlessForgeriesAreStray),
      TableRow(
        "2.1", .should, "defend against mix-up by `iss` (RFC 9207) if there may be several servers",
        shown: "a callback that names another issuer ends the sign-in, and its code is not sent",
        .but { $0.response = { $0.set("iss", "https://other.example") } }, control: .provider(ProviderScript())
      ) { $0.unlessRefused(.redirectMismatch) ?? unless($0.requests(to: "token").isEmpty, "A code was sent.") },
      TableRow(
        "4.2.4", .should, "use a `state` once",
        shown: "the callback of an earlier sign-in is refused in the next one, and its code is not sent",
        .but {
          $0.steps = [.signIn, .signIn]
          $0.forgeries = { $1 }
        },
        control: .provider(
          .but {
            $0.steps = [.signIn, .signIn]
            $0.forgeries = { response, earlier in earlier.isEmpty ? [] : knowingForgery(response, earlier) }
          })
      ) { trace in
        trace.unlessSignedIn(2) ?? unless(trace.strayErrors.count == 1, "The earlier callback was taken.")
          ?? unless(Set(trace.requests(to: "token").map { $0.form["code"] }).count == 2, "The codes are not two.")
      },
      TableRow(
        "4.4.2", .must, "store the issuer of each request, and compare it with the response's",
        shown: "an error in another issuer's name is a mismatch; it is not taken as the issuer's error",
        error(from: "https://other.example"), control: .provider(error(from: ScriptedProvider.issuer))
      ) { $0.unlessRefused(.redirectMismatch) },
      TableRow(
        "4.4.2.1", .must, "abort if the issuer does not match (RFC 9207 §2.4: or is missing although it was announced)",
        shown: "a callback without the announced `iss` ends the sign-in, and its code is not sent",
        .but { $0.response = { $0.set("iss", nil) } }, control: .provider(ProviderScript())
      ) { $0.unlessRefused(.redirectMismatch) ?? unless($0.requests(to: "token").isEmpty, "A code was sent.") },
      TableRow(
        "4.7.1", .must, "do not rely on PKCE against CSRF unless the server is known to support it",
        shown: "the `state` is checked at a server that announces no PKCE, too",
        .but {
          $0.forgeries = forgeries
          $0.metadata = { $0["code_challenge_methods_supported"] = nil }
        }, control: .provider(.but { $0.forgeries = knowingForgery }), judge: unlessForgeriesAreStray),
      .inapplicable(
        "2.1, 4.1.3, 4.11.1", .must, "expose no open redirector",
        because: "`AuthOIDC` has no endpoint. `LoopbackRedirectListener` never redirects (Security rules, 2.1)"),
      .inapplicable(
        "4.2.4", .should, "the page after the response has no content of third parties",
        because: "`AuthOIDC` shows no page. That of `LoopbackRedirectListener` loads nothing (Security rules, 4.2.4)"),
    ]
  }

  private static func error(from issuer: String) -> ProviderScript {
    .but {
      $0.response = {
        $0.set("code", nil)
        $0.set("error", "access_denied")
        $0.set("iss", issuer)
      }
    }
  }

  private static var codes: [TableRow] {
    [
      pkce("public clients use PKCE", isBackend: false, .must),
      pkce("confidential clients use PKCE", isBackend: true, .should),
      TableRow(
        "2.1.1", .must, "make a PKCE challenge and a `nonce` for each transaction",
        shown: "two sign-ins have different challenges, nonces and states", .but { $0.steps = [.signIn, .signIn] },
        control: .trace { $0.pages = [$0.pages[0], $0.pages[0]] }
      ) { trace in
        let names = ["code_challenge", "nonce", "state"]
        let repeated = names.first { name in Set(trace.authorizations.map { $0[name] }).count != 2 }
        return trace.unlessSignedIn(2) ?? unless(repeated == nil, "\(repeated ?? "") is repeated.")
      },
      TableRow(
        "2.1.1", .should, "use a challenge method that does not expose the verifier",
        shown: "the method is `S256`, and the page's address does not contain the verifier",
        control: .trace { $0.changePages { $0.append(("code_challenge_method", "plain")) } }
      ) { trace in
        let verifier = trace.requests(to: "token").first?.form["code_verifier"] ?? ""
        let page = trace.pages.first?.absoluteString ?? ""
        let methods = PercentEncoding.decodeForm(page.split(separator: "?").last ?? "")?
          .filter { $0.name == "code_challenge_method" }.map(\.value)
        return unless(methods == ["S256"], "The methods are \(methods ?? []).")
          ?? unless(!verifier.isEmpty && !page.contains(verifier), "The page has the verifier.")
      },
      TableRow(
        "2.1.2, 4.1.3", .should, "use the response type `code`, and none that issues an access token in the response",
        shown: "implicit grant: never requested. Every page has `response_type=code`",
        .but { $0.steps = [.signIn, .signIn] },
        control: .trace {
          $0.changePages { $0 = $0.filter { $0.name != "response_type" } + [("response_type", "token")] }
        }
      ) { trace in
        trace.unlessSignedIn(2)
          ?? unless(trace.authorizations.allSatisfy { $0["response_type"] == "code" }, "Another response type.")
      },
      TableRow(
        "2.1.2", .should, "the implicit grant cannot be configured either",
        shown: "`response_type` among `authorizationParameters` is refused, before a request",
        .but { $0.settings = ["authorizationParameters": ["response_type": "token"]] },
        control: .provider(.but { $0.settings = ["authorizationParameters": ["audience": "token"]] })
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.sent.isEmpty, "A request was sent.") },
      TableRow(
        "4.5.3.2", .must, "validate the `nonce`, and disregard all tokens until it is valid",
        shown: "with another `nonce`, the access token is not used and nothing is stored",
        .but { $0.idToken = { $0.claims["nonce"] = "another" } }, control: .provider(ProviderScript())
      ) { $0.unlessRefused(.invalidToken) ?? $0.unlessTokensUnused },
      TableRow(
        "4.6.1", .described, "detect an injected access token, in OpenID Connect by `at_hash`",
        shown: "an ID token with the hash of another access token is refused",
        .but { $0.idToken = { $0.claims["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" } }, control: .provider(ProviderScript())
      ) { $0.unlessRefused(.invalidToken) ?? $0.unlessTokensUnused },
    ]
  }

  private static func pkce(_ rule: String, isBackend: Bool, _ level: TableRow.Level) -> TableRow {
    TableRow(
      "2.1.1", level, rule, shown: "the verifier at the token endpoint matches the challenge of the page",
      .but { $0.isBackend = isBackend },
      control: .trace { $0.changeForms("token") { $0.removeAll { $0.name == "code_verifier" } } }
    ) { trace in
      let verifier = trace.requests(to: "token").first?.form["code_verifier"] ?? ""
      let challenge = trace.authorizations.first?["code_challenge"] ?? ""
      return trace.unlessSignedIn()
        ?? unless(PKCE.verify(verifier: verifier, challenge: challenge), "The verifier does not match.")
    }
  }
}
