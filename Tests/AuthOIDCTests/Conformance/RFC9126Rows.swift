import AuthCore
import AuthCrypto

/// What RFC 9126 (pushed authorisation requests) demands of clients.
enum RFC9126Rows {
  static func base(_ change: (inout ProviderScript) -> Void = { _ in }) -> ProviderScript {
    .but {
      $0.settings = ["pushedAuthorization": "required"]
      change(&$0)
    }
  }

  static var all: [TableRow] { (requests + responses).bySection }

  private static var requests: [TableRow] {
    [
      TableRow(
        "2", .must, "push only to an https address", shown: "an http address in the metadata is refused",
        base { $0.metadata = { $0["pushed_authorization_request_endpoint"] = "http://op.example/par" } },
        control: .provider(base())
      ) { $0.unlessRefused(.malformedResponse) ?? unless($0.pages.isEmpty, "A page was opened.") },
      TableRow(
        "2", .should, "a client assertion at this endpoint is for the issuer",
        shown: "with `private_key_jwt`, the `aud` of the pushed request's assertion is the issuer",
        base { $0.settings["clientKey"] = ["env": "KEY"] },
        control: .trace { trace in
          // What the token endpoint gets.
          let other = trace.requests(to: "token").first
          trace.change("par") { $0.body = other?.body }
        }
      ) { trace in
        let assertion = trace.requests(to: "par").first.flatMap { RFC9700Rows.Assertion($0.form) }
        return trace.unlessSignedIn()
          ?? unless(
            assertion?.audience == ScriptedProvider.issuer, "The audience is another, or there is no assertion.")
      },
      TableRow(
        "2.1", .must, "push no `request_uri`", shown: "the form has none", base(),
        control: .trace { $0.changeForms("par") { $0.append(("request_uri", "urn:a")) } }
      ) { unless($0.requests(to: "par").map { $0.form["request_uri"] } == [nil], "The form has one, or is missing.") },
      TableRow(
        "2.1", .must, "push no `request_uri` from the configuration",
        shown: "`request_uri` among `authorizationParameters` is refused, before a request",
        base { $0.settings["authorizationParameters"] = ["request_uri": "urn:a"] }, control: .provider(base())
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.sent.isEmpty, "A request was sent.") },
      TableRow(
        "2.1", .must, "push the `client_id`, as in any authorisation request",
        shown: "the form has it beside the header of `client_secret_basic`", base { $0.isBackend = true },
        control: .trace { $0.changeForms("par") { $0.removeAll { $0.name == "client_id" } } }
      ) {
        unless($0.requests(to: "par").map { $0.form["client_id"] } == [ScriptedProvider.clientID], "It is missing.")
      },
      TableRow(
        "2.1", .described, "authenticate as at the token endpoint",
        shown: "both requests have the same header of `client_secret_basic`", base { $0.isBackend = true },
        control: .trace { $0.change("par") { $0.headers["Authorization"] = nil } }
      ) { trace in
        let headers = ["par", "token"].map { trace.requests(to: $0).first?.headers["Authorization"] }
        return unless(headers[0] != nil && headers[0] == headers[1], "The headers differ.")
      },
      TableRow(
        "2.1", .described, "push a form by POST", shown: "its type is `application/x-www-form-urlencoded`", base(),
        control: .trace { $0.change("par") { $0.headers["Content-Type"] = "application/json" } }
      ) { trace in
        let request = trace.requests(to: "par").first
        return unless(request?.method == "POST", "The method is another.")
          ?? unless(
            request?.headers["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true,
            "The type is another.")
      },
      TableRow(
        "7.5", .should, "protect the request by PKCE, `state` or `nonce` against a swapped `request_uri`",
        shown: "the form has all three; the page has none of them", base(),
        control: .trace { $0.changePages { $0.append(("state", "a")) } }
      ) { trace in
        let names = ["code_challenge", "state", "nonce"]
        let form = trace.requests(to: "par").first?.form ?? [:]
        let page = trace.pageFields.first ?? [:]
        return unless(names.allSatisfy { form[$0]?.isEmpty == false && page[$0] == nil }, "A value is misplaced.")
      },
    ]
  }

  private static var responses: [TableRow] {
    [
      TableRow(
        "2.2", .described, "read `request_uri` from the response",
        shown: "a response without it is refused, without a page",
        answering { _ in ScriptedProvider.json(["expires_in": 60], status: 201) }, control: .provider(base())
      ) { $0.unlessRefused(.malformedResponse) ?? unless($0.pages.isEmpty, "A page was opened.") },
      refusal(400, "invalid_request", .providerError), refusal(401, "invalid_client", .invalidConfiguration),
      refusal(413, nil, .malformedResponse, .invalidRequest), refusal(429, nil, .rateLimited),
      TableRow(
        "4", .described, "open the page with the `client_id` and the `request_uri`",
        shown: "the page's address has only these two parameters", base(),
        control: .provider(.but { $0.settings = ["pushedAuthorization": "off"] })
      ) { trace in
        trace.unlessSignedIn()
          ?? unless(trace.pageFields.map { Set($0.keys) } == [["client_id", "request_uri"]], "There are others.")
      },
      TableRow(
        "4", .must, "use a `request_uri` once", shown: "two sign-ins push two requests",
        base { $0.steps = [.signIn, .signIn] }, control: .trace { $0.pages = [$0.pages[0], $0.pages[0]] }
      ) { trace in
        trace.unlessSignedIn(2)
          ?? unless(Set(trace.pageFields.map { $0["request_uri"] }).count == 2, "It was used twice.")
      },
      TableRow(
        "5", .described, "push if the server accepts only pushed requests",
        shown: "`require_pushed_authorization_requests` in the metadata is enough; no configuration is needed",
        requiring(true), control: .provider(requiring(false))
      ) { $0.unlessSignedIn() ?? unless($0.requests(to: "par").count == 1, "Nothing was pushed.") },
      TableRow(
        "5", .described, "push if the server has the endpoint",
        shown: "without `pushed_authorization_request_endpoint`, a client that requires it opens no page",
        base { $0.metadata = { $0["pushed_authorization_request_endpoint"] = nil } }, control: .provider(base())
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.pages.isEmpty, "A page was opened.") },
    ]
  }

  private static func requiring(_ isRequired: Bool) -> ProviderScript {
    .but { $0.metadata = { $0["require_pushed_authorization_requests"] = .bool(isRequired) } }
  }

  private static func answering(
    _ answer: @escaping @Sendable (TransportResponse) -> TransportResponse
  ) -> ProviderScript {
    base { $0.answer = { endpoint, _, honest in endpoint == "par" ? answer(honest) : honest } }
  }

  private static func refusal(_ status: Int, _ error: String?, _ codes: AuthError.Code...) -> TableRow {
    let body: JSONObject = error.map { ["error": .string($0)] } ?? [:]
    return TableRow(
      "2.3", .described, "take an error as at the token endpoint: HTTP \(status)" + (error.map { ", `\($0)`" } ?? ""),
      shown: "the sign-in ends with `\(codes[0].rawValue)`, without a page",
      answering { _ in ScriptedProvider.json(body, status: status) }, control: .provider(base())
    ) { trace in
      let faults = codes.map { trace.unlessRefused($0) }
      return (faults.contains(nil) ? nil : faults[0]) ?? unless(trace.pages.isEmpty, "A page was opened.")
    }
  }
}
