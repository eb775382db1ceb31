import AuthCore
import AuthCrypto

extension RFC9449Rows {
  static let api = "https://api.example"

  /// A token endpoint that requires a nonce.
  ///
  /// - Parameters:
  ///   - nonce: the nonce of its refusal; nil for none.
  ///   - count: how many requests it refuses.
  private static func refusing(_ nonce: String?, _ count: Int = 1) -> ProviderScript {
    base { script in
      script.steps = [.signIn]
      script.answer = { endpoint, number, honest in
        guard endpoint == "token", number <= count else { return honest }
        return ScriptedProvider.json(
          ["error": "use_dpop_nonce"], status: 400, headers: nonce.map { ["DPoP-Nonce": $0] } ?? [:])
      }
      // The refused request does not use the code up.
      script.acceptsCodesAgain = true
    }
  }

  /// A provider whose responses to token requests have a nonce, and an API at another origin that requires its own.
  private static func giving(_ nonces: [Int: String], api origin: String = ScriptedProvider.origin) -> ProviderScript {
    base { script in
      script.settings = ["origins": .array([.string(ScriptedProvider.origin), .string(api)])]
      script.steps = [.signIn, .call(origin), .renew, .renew]
      script.answer = { endpoint, number, honest in
        var answer = honest
        if endpoint == "token" { answer.headers["DPoP-Nonce"] = nonces[number] }
        return answer
      }
    }
  }

  private static func nonces(_ trace: Trace, _ endpoint: String) -> [String?] {
    trace.proofs(to: endpoint).map { $0.claims["nonce"]?.stringValue }
  }

  static var nonces: [TableRow] {
    [
      TableRow(
        "4.2, 8", .must, "with the nonce of a refusal, send the request again",
        shown: "the second token request has the nonce, another `jti` and the same code",
        refusing("nonce-1"), control: .provider(refusing(nil))
      ) { trace in
        let codes = Set(trace.requests(to: "token").map { $0.form["code"] })
        let ids = Set(trace.proofs(to: "token").compactMap { $0.claims["jti"]?.stringValue })
        return trace.unlessSignedIn() ?? unless(nonces(trace, "token") == [nil, "nonce-1"], "The nonces are wrong.")
          ?? unless(codes.count == 1 && ids.count == 2, "The requests differ in more than the proof.")
      },
      TableRow(
        "8", .described, "repeat the request only once", shown: "two refusals end the sign-in; the key is deleted",
        refusing("nonce-1", 9), control: .provider(refusing("nonce-1"))
      ) {
        $0.unlessRefused(.providerError) ?? unless($0.requests(to: "token").count == 2, "There were more requests.")
      },
      TableRow(
        "8.1", .described, "a nonce consists of NQCHAR",
        shown: "a nonce with a quotation mark or a space is not sent back",
        refusing("non\"ce 1"), control: .provider(refusing("nonce-1"))
      ) { $0.unlessRefused(.providerError) ?? unless($0.requests(to: "token").count == 1, "The nonce was sent.") },
      TableRow(
        "8.2", .must, "use the nonce of a successful response in the next token request",
        shown: "the first renewal has the nonce of the sign-in; the second has that of the first renewal",
        giving([1: "nonce-1", 2: "nonce-2"]), control: .provider(giving([1: "nonce-1"]))
      ) { unless(nonces($0, "token") == [nil, "nonce-1", "nonce-2"], "The nonces are \(nonces($0, "token")).") },
      TableRow(
        "8.2", .must, "use it until the server supplies another", shown: "both renewals have the nonce of the sign-in",
        giving([1: "nonce-1"]), control: .provider(giving([1: "nonce-1", 2: "nonce-2"]))
      ) { unless(nonces($0, "token") == [nil, "nonce-1", "nonce-1"], "The nonces are \(nonces($0, "token")).") },
      TableRow(
        "9", .described, "use a nonce only at the server that issued it",
        shown: "an API at another origin does not get the issuer's nonce, and the issuer does not get the API's",
        separate(api), control: .provider(separate(ScriptedProvider.origin))
      ) { trace in
        unless(nonces(trace, "api") == [nil, "of-api"], "The API got \(nonces(trace, "api")).")
          ?? unless(nonces(trace, "token") == [nil, "of-issuer", "of-issuer"], "The issuer got another nonce.")
      },
    ]
  }

  /// An issuer and an API with nonces of their own.
  private static func separate(_ origin: String) -> ProviderScript {
    giving([1: "of-issuer"], api: origin).changed { script in
      let answer = script.answer
      script.answer = { endpoint, number, honest in
        guard endpoint == "api", number == 1 else { return answer(endpoint, number, honest) }
        return TransportResponse(
          status: 401, headers: ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": "of-api"])
      }
    }
  }

  static var authorization: [TableRow] {
    [
      TableRow(
        "10, 10.1", .must, "if `dpop_jkt` is used, push it with the request (its use is optional)",
        shown: "a page or pushed request with `dpop_jkt` names the key of the proofs",
        base { $0.settings = ["pushedAuthorization": "required"] },
        control: .provider(
          base {
            $0.settings = ["pushedAuthorization": "required", "authorizationParameters": ["dpop_jkt": "another"]]
          })
      ) { trace in
        let named = trace.authorizations.compactMap { $0["dpop_jkt"] }
        let key = trace.proofs(to: "token").first.flatMap { try? JWK(json: $0.header["jwk"] ?? .null) }
        return trace.unlessSignedIn(2) ?? unless(trace.requests(to: "par").count == 1, "Nothing was pushed.")
          ?? unless(named.allSatisfy { $0 == key?.thumbprint }, "Another key was named.")
          ?? unless(trace.pageFields.allSatisfy { $0["dpop_jkt"] == nil }, "The page has the parameter.")
      }
    ]
  }
}
