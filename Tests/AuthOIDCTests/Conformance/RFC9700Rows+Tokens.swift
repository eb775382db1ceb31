import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RFC9700Rows {
  /// Everything that a client does.
  static let everything: [ProviderScript.Step] = [.signIn, .renew, .call(ScriptedProvider.origin), .signOut]

  static var tokens: [TableRow] {
    [
      TableRow(
        "2.2.1, 4.10.1", .should, "sender-constrain access tokens",
        shown: "where DPoP is announced, the session has a key, and each use of its token has a proof (RFC 9449 below)",
        .but {
          $0.offersDPoP = true
          $0.steps = [.signIn, .call(ScriptedProvider.origin)]
        }, control: .provider(.but { $0.steps = [.signIn, .call(ScriptedProvider.origin)] })
      ) { trace in
        let uses = trace.requests(to: "userinfo") + trace.requests(to: "api")
        return trace.unlessSignedIn() ?? unless(trace.stored?.key != nil, "The session has no key.")
          ?? unless(uses.count == 2 && uses.allSatisfy { $0.headers["DPoP"] != nil }, "A use has no proof.")
      },
      TableRow(
        "2.2.2", .must, "refresh tokens of public clients are rotated or sender-constrained",
        shown: "each renewal sends the refresh token that the previous one returned, and none twice",
        .but { $0.steps = [.signIn, .renew, .renew] },
        control: .provider(
          .but {
            $0.steps = [.signIn, .renew, .renew]
            $0.answer = withoutRotation
          })
      ) { trace in
        let sent = trace.requests(to: "token").compactMap { $0.form["refresh_token"] }
        let got = trace.sessions.dropLast().compactMap { $0.tokens.refresh?.revealText() }
        return trace.unlessSignedIn(3) ?? unless(sent == got && Set(sent).count == 2, "A token was sent twice.")
      },
      TableRow(
        "2.3", .should, "restrict an access token to the needed privileges",
        shown: "a token response with a scope that was not requested is refused, and its token is not used",
        .but { $0.tokens = { $0["scope"] = "openid profile email admin" } },
        control: .provider(.but { $0.tokens = { $0["scope"] = "openid profile" } })
      ) { $0.unlessRefused(.malformedResponse) ?? $0.unlessTokensUnused },
      TableRow(
        "2.3", .should, "restrict an access token to a resource server",
        shown: "the configured `resource` (RFC 8707) is in the page's and in each token request",
        .but {
          $0.settings = ["resources": ["https://api.example/v1"]]
          $0.steps = [.signIn, .renew]
        }, control: .provider(.but { $0.steps = [.signIn, .renew] })
      ) { trace in
        let all = trace.authorizations + trace.requests(to: "token").map(\.form)
        return trace.unlessSignedIn(2)
          ?? unless(all.count == 3 && all.allSatisfy { $0["resource"] == "https://api.example/v1" }, "No resource.")
      },
      TableRow(
        "4.3.2", .must, "pass no access token in a URL",
        shown: "no address in a sign-in, a renewal, a request and a sign-out contains a token of a session",
        .but { $0.steps = everything },
        control: .trace { trace in
          let token = trace.sessions.first?.tokens.access?.revealText() ?? ""
          trace.change("api") { $0.url = URL(string: $0.url.absoluteString + "&access_token=" + token) ?? $0.url }
        }
      ) { trace in
        let tokens = trace.sessions.flatMap { [$0.tokens.access, $0.tokens.refresh] }.compactMap { $0?.revealText() }
        let addresses = (trace.sent.map(\.request.url) + trace.pages + [trace.signOutPage].compactMap { $0 })
          .map(\.absoluteString)
        let leaks = addresses.filter { address in tokens.contains { address.contains($0) } }
        return unless(trace.error == nil && tokens.count == 4, "The run was refused.")
          ?? unless(leaks.isEmpty, "An address has a token.")
      },
      TableRow(
        "4.9.3", .described, "give no access token to a counterfeit resource server",
        shown: "a request to an origin that is not configured is refused, and is not sent",
        .but { $0.steps = [.signIn, .call("https://evil.example")] },
        control: .provider(.but { $0.steps = [.signIn, .call(ScriptedProvider.origin)] })
      ) { trace in
        unless(trace.error?.code == .originNotAllowed, "The request was sent.")
          ?? unless(trace.requests(to: "api").isEmpty, "The request was sent.")
      },
      TableRow(
        "4.14.2", .described, "a refresh token that the server has revoked is of no use",
        shown: "a refused renewal ends the session, and the token is not sent again",
        .but {
          $0.steps = [.signIn, .renew]
          $0.answer = { endpoint, number, honest in
            endpoint == "token" && number > 1 ? ScriptedProvider.json(["error": "invalid_grant"], status: 400) : honest
          }
        },
        control: .provider(
          .but {
            $0.steps = [.signIn, .renew]
            $0.answer = { endpoint, number, honest in
              endpoint == "token" && number > 1 ? TransportResponse(status: 503) : honest
            }
          })
      ) { trace in
        unless(trace.error?.code == .sessionRevoked && trace.stored == nil, "The session stays.")
          ?? unless(trace.requests(to: "token").count == 2, "The token was sent again.")
      },
    ]
  }

  /// A provider that does not rotate refresh tokens, so that the client has no other one to send.
  private static let withoutRotation: @Sendable (String, Int, TransportResponse) -> TransportResponse = {
    endpoint, number, honest in
    guard endpoint == "token", number > 1, var body = (try? honest.json())?.objectValue else { return honest }
    body["refresh_token"] = nil
    return ScriptedProvider.json(body)
  }

  static var others: [TableRow] {
    [
      TableRow(
        "2.4", .must, "do not use the password grant",
        shown: "the grants of a sign-in and a renewal are `authorization_code` and `refresh_token`",
        .but { $0.steps = everything },
        control: .trace { $0.changeForms("token") { $0[0] = ("grant_type", "password") } }
      ) { trace in
        let grants = trace.requests(to: "token").map { $0.form["grant_type"] ?? "" }
        return unless(grants == ["authorization_code", "refresh_token"], "The grants are \(grants).")
      },
      TableRow(
        "2.4", .must, "the password grant cannot be configured either",
        shown: "the method `password` is refused, before a request", .but { $0.settings = ["method": "password"] },
        control: .provider(.but { $0.settings = ["method": "authorization_code"] })
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.sent.isEmpty, "A request was sent.") },
      TableRow(
        "2.5", .should, "authenticate clients by asymmetric cryptography",
        shown: "with a key, each request has a new assertion that the key signed (`private_key_jwt`), and no secret",
        .but {
          $0.settings = ["clientKey": ["env": "KEY"]]
          $0.steps = [.signIn, .renew]
        },
        control: .provider(
          .but {
            $0.isBackend = true
            $0.steps = [.signIn, .renew]
          })
      ) { trace in
        let forms = trace.requests(to: "token").map(\.form)
        let assertions = forms.compactMap { Assertion($0) }
        return trace.unlessSignedIn(2) ?? unless(assertions.count == 2, "An assertion is missing or wrong.")
          ?? unless(assertions.allSatisfy { $0.parties == [ScriptedProvider.clientID] }, "The parties are wrong.")
          ?? unless(Set(assertions.map(\.id)).count == 2, "An assertion was sent twice.")
          ?? unless(forms.allSatisfy { $0["client_secret"] == nil }, "A secret was sent.")
      },
      TableRow(
        "2.6", .should, "configure the client by the server's metadata",
        shown: "the metadata are the first request; all addresses come from them, and differ in every run",
        .but { $0.steps = everything },
        control: .provider(
          .but { $0.metadata = { $0["token_endpoint"] = .string(ScriptedProvider.issuer + "/elsewhere") } })
      ) { unless($0.error == nil && $0.sent.first?.endpoint == "metadata", "The metadata were not used.") },
      TableRow(
        "2.6", .should, "use TLS from end to end", shown: "an http address in the metadata is refused, before a page",
        .but { $0.metadata = { $0["token_endpoint"] = "http://op.example/token" } },
        control: .provider(ProviderScript())
      ) { $0.unlessRefused(.malformedResponse) ?? unless($0.pages.isEmpty, "A page was opened.") },
      TableRow(
        "2.6", .must, "transmit no authorisation response over an unencrypted connection",
        shown: "an http redirect URI beyond loopback is refused, before a request",
        .but { $0.settings = ["redirectURL": "http://client.example/callback"] }, control: .provider(ProviderScript())
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.sent.isEmpty, "A request was sent.") },
      TableRow(
        "2.6, 4.17", .must, "verify both sides of a response by `postMessage`",
        shown: "never requested: another `response_mode` among `authorizationParameters` is refused",
        .but { $0.settings = ["authorizationParameters": ["response_mode": "web_message"]] },
        control: .provider(ProviderScript())
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.sent.isEmpty, "A request was sent.") },
      TableRow(
        "4.12", .described, "forward no credentials by a redirect with status 307",
        shown: "no request follows a redirect, and a redirect of the token endpoint is an error",
        .but { script in
          script.answer = { endpoint, _, honest in
            guard endpoint == "token" else { return honest }
            return TransportResponse(status: 307, headers: ["Location": "https://evil.example/token"])
          }
        }, control: .trace { $0.change("token") { $0.redirectLimit = 1 } }
      ) { trace in
        trace.unlessRefused(.malformedResponse)
          ?? unless(trace.sent.allSatisfy { $0.request.redirectLimit == 0 }, "A request may follow a redirect.")
      },
    ]
  }

  /// A verified assertion of a client (RFC 7523).
  struct Assertion {
    let id: String
    /// The issuer and the subject.
    let parties: Set<String>
    let audience: String

    /// Reads the assertion of a form; nil if it is missing, or if its signature is not the client's.
    init?(_ form: [String: String]) {
      guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        let jws = form["client_assertion"].flatMap({ try? JWS(compact: $0) }),
        (try? jws.verify(with: .p256(ScriptedProvider.clientKey.publicKey))) != nil,
        let claims = try? JSONValue(parsing: jws.payload), let id = claims["jti"]?.stringValue,
        let issuer = claims["iss"]?.stringValue, let subject = claims["sub"]?.stringValue,
        let audience = claims["aud"]?.stringValue
      else { return nil }
      (self.id, parties, self.audience) = (id, [issuer, subject], audience)
    }
  }
}
