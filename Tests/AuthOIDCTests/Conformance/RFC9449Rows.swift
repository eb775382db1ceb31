import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What RFC 9449 (DPoP) demands of clients and of resource servers.
enum RFC9449Rows {
  static var all: [TableRow] { proofs + tokens + nonces + authorization + servers }

  static let endpoints = ["token", "userinfo", "api"]

  /// A provider with DPoP, and everything that a session is used for.
  static func base(_ change: (inout ProviderScript) -> Void = { _ in }) -> ProviderScript {
    .but {
      $0.offersDPoP = true
      $0.steps = [.signIn, .call(ScriptedProvider.origin), .renew, .call(ScriptedProvider.origin)]
      change(&$0)
    }
  }

  typealias Proof = (header: JSONObject, claims: JSONObject)

  /// A row about the form of each proof. The control changes the proofs, and signs them again.
  private static func proof(
    _ rule: String, shown: String, broken: @escaping @Sendable (inout JSONObject, inout JSONObject) -> Void,
    where isRight: @escaping @Sendable (Proof, TransportRequest) -> Bool
  ) -> TableRow {
    TableRow(
      "4.2", .must, rule, shown: shown, base(),
      control: .trace { trace in for endpoint in endpoints { try trace.changeProofs(endpoint, broken) } }
    ) { trace in
      let pairs = endpoints.flatMap { Array(zip(trace.proofs(to: $0), trace.requests(to: $0))) }
      return trace.unlessSignedIn(2) ?? unless(pairs.count == 5, "A proof is missing, or does not verify.")
        ?? unless(pairs.allSatisfy { isRight($0.0, $0.1) }, "A proof is wrong.")
    }
  }

  private static var proofs: [TableRow] {
    [
      proof("`typ` is `dpop+jwt`", shown: "every proof has this type") { header, _ in
        header["typ"] = "JWT"
      } where: { proof, _ in
        proof.header["typ"] == "dpop+jwt"
      },
      TableRow(
        "4.2, 11.6", .must, "`alg` is an asymmetric algorithm, and neither `none` nor a MAC",
        shown: "every proof is signed with ES256, and verifies with its own `jwk`", base(),
        control: .trace { trace in
          trace.change("token") {
            $0.headers["DPoP"] = Base64URL.encode(#"{"alg":"none","typ":"dpop+jwt"}"#.utf8) + ".e30."
          }
        }
      ) { trace in
        let all = endpoints.flatMap { trace.proofs(to: $0) }
        return unless(all.count == 5 && all.allSatisfy { $0.header["alg"] == "ES256" }, "A proof does not verify.")
      },
      proof("`jwk` has no private key", shown: "its members are `kty`, `crv`, `x` and `y`") { header, _ in
        var key = header["jwk"]?.objectValue ?? [:]
        key["d"] = "AAAA"
        header["jwk"] = .object(key)
      } where: { proof, _ in
        Set(proof.header["jwk"]?.objectValue?.names ?? []) == ["kty", "crv", "x", "y"]
      },
      TableRow(
        "4.2", .must, "`jti` is unique", shown: "it has at least 96 bits, and differs in every proof", base(),
        control: .trace { trace in
          for endpoint in endpoints { try trace.changeProofs(endpoint) { $1["jti"] = "AAAAAAAAAAAAAAAAAAAAAA" } }
        }
      ) { trace in
        let ids = endpoints.flatMap { trace.proofs(to: $0) }.compactMap { $0.claims["jti"]?.stringValue }
        return unless(Set(ids).count == 5, "A jti is repeated.")
          ?? unless(ids.allSatisfy { (Base64URL.decode($0)?.count ?? 0) >= 12 }, "A jti is too short.")
      },
      proof("`htm` is the method of the request", shown: "it is `POST` at the token endpoint, and `GET` at the others")
      {
        $1["htm"] = "PUT"
      } where: { proof, request in
        proof.claims["htm"]?.stringValue == request.method
      },
      proof(
        "`htu` is the address without query and fragment",
        shown: "a request has both, and the `htu` of its proof has neither"
      ) {
        $1["htu"] = .string(($1["htu"]?.stringValue ?? "") + "?q=1")
      } where: { proof, request in
        proof.claims["htu"]?.stringValue == String(request.url.absoluteString.prefix { $0 != "?" && $0 != "#" })
      },
      proof(
        "`iat` is the time of the proof",
        shown: "it is the client's time minus a second, for servers whose clock is behind"
      ) {
        $1["iat"] = .integer(($1["iat"]?.integerValue ?? 0) - 600)
      } where: { proof, _ in
        abs((proof.claims["iat"]?.numberValue ?? 0) - RelyingParty.time.timeIntervalSince1970) <= 2
      },
      TableRow(
        "4.2, 7", .must, "with an access token, `ath` is its SHA-256 hash in base64url",
        shown: "every proof with a token has it; the proofs of token requests do not", base(),
        control: .trace { try $0.changeProofs("api") { $1["ath"] = "AAAA" } }
      ) { trace in
        let uses = ["userinfo", "api"].flatMap { Array(zip(trace.proofs(to: $0), trace.requests(to: $0))) }
        let right = uses.allSatisfy { proof, request in
          let token = request.headers["Authorization"]?.split(separator: " ").last ?? ""
          return proof.claims["ath"]?.stringValue == Base64URL.encode(Array(SHA256.hash(data: Array(token.utf8))))
        }
        return unless(uses.count == 3 && right, "A hash is wrong.")
          ?? unless(trace.proofs(to: "token").allSatisfy { $0.claims["ath"] == nil }, "A token request has a hash.")
      },
    ]
  }

  private static var tokens: [TableRow] {
    [
      TableRow(
        "5", .must, "send a proof with every token request, whatever its grant",
        shown: "the requests with the code and with the refresh token have one", base(),
        control: .trace { $0.change("token") { if $0.form["refresh_token"] != nil { $0.headers["DPoP"] = nil } } }
      ) { unless($0.proofs(to: "token").count == 2 && $0.requests(to: "token").count == 2, "A proof is missing.") },
      TableRow(
        "5", .must, "use a refresh token with the key that it was issued for",
        shown: "all proofs of a session are of one key", base(),
        control: .trace { trace in
          try trace.changeProofs("api") { _, _ in }
        }
      ) { trace in
        let keys = endpoints.flatMap { trace.proofs(to: $0) }.compactMap { $0.header["jwk"]?.serializedText }
        return unless(keys.count == 5 && Set(keys).count == 1, "There are several keys.")
      },
      TableRow(
        "5", .must, "discard a response whose `token_type` is not `DPoP`, if the protection matters",
        shown: "a bearer token is refused and not used, and the key is deleted",
        base { $0.tokens = { $0["token_type"] = "Bearer" } }, control: .provider(base())
      ) { $0.unlessRefused(.malformedResponse) ?? $0.unlessTokensUnused },
      TableRow(
        "5", .may, "otherwise continue with a bearer token",
        shown: "with `allowBearerDowngrade`, the session has no key and its requests no proof",
        base {
          $0.settings = ["allowBearerDowngrade": true]
          $0.tokens = { $0["token_type"] = "Bearer" }
          $0.steps = [.signIn, .call(ScriptedProvider.origin)]
        },
        control: .provider(
          base {
            $0.settings = ["allowBearerDowngrade": true]
            $0.steps = [.signIn, .call(ScriptedProvider.origin)]
          })
      ) { trace in
        let request = trace.requests(to: "api").first
        return trace.unlessSignedIn() ?? unless(trace.stored?.key == nil && trace.keyCount == 0, "There is a key.")
          ?? unless(request?.headers["Authorization"]?.hasPrefix("Bearer ") == true, "The token is no bearer token.")
          ?? unless(request?.headers["DPoP"] == nil, "There is a proof.")
      },
      TableRow(
        "5.1", .described, "use an algorithm that the server announces",
        shown: "without ES256 among `dpop_signing_alg_values_supported`, no proof is sent, and the token is "
          + "a bearer token",
        base { $0.metadata = { $0["dpop_signing_alg_values_supported"] = ["RS256"] } }, control: .provider(base())
      ) { trace in
        trace.unlessSignedIn(2)
          ?? unless(trace.sent.allSatisfy { $0.request.headers["DPoP"] == nil }, "A proof was sent.")
      },
      TableRow(
        "5.1", .described, "use an algorithm that the server announces, if the client requires DPoP",
        shown: "with `dpop: required`, the sign-in is refused, and the code is not sent",
        base {
          $0.metadata = { $0["dpop_signing_alg_values_supported"] = ["RS256"] }
          $0.settings = ["dpop": "required"]
        }, control: .provider(base { $0.settings = ["dpop": "required"] })
      ) { $0.unlessRefused(.invalidConfiguration) ?? unless($0.requests(to: "token").isEmpty, "The code was sent.") },
      TableRow(
        "7, 7.1", .must, "send a bound token in the scheme `DPoP`, with a proof",
        shown: "every request with a token of the session has both", base(),
        control: .trace { $0.change("api") { $0.headers["Authorization"] = "Bearer access" } }
      ) { trace in
        let uses = trace.requests(to: "userinfo") + trace.requests(to: "api")
        let isRight = uses.allSatisfy { request in
          request.headers.values(of: "Authorization").count == 1 && request.headers.values(of: "DPoP").count == 1
            && request.headers["Authorization"]?.hasPrefix("DPoP access-") == true
        }
        return unless(uses.count == 3 && isRight, "A request lacks the scheme or the proof.")
      },
      TableRow(
        "7.1", .must, "ignore unknown parameters of a challenge",
        shown: "a challenge with `use_dpop_nonce` among unknown parameters is answered with the nonce",
        challenged(by: #"DPoP realm="a", later="use", error="use_dpop_nonce", algs="ES256""#),
        control: .provider(challenged(by: #"DPoP realm="a", later="use", error="invalid_token", algs="ES256""#))
      ) { trace in
        let answers = trace.proofs(to: "api").map { $0.claims["nonce"]?.stringValue }
        return unless(trace.statuses == [200] && answers == [nil, "nonce-1"], "The challenge was not answered.")
          ?? unless(trace.requests(to: "token").count == 1, "The session was renewed.")
      },
      TableRow(
        "7.1", .must, "do not use the scheme towards a proxy", shown: "no request has `Proxy-Authorization`", base(),
        control: .trace { $0.change("api") { $0.headers["Proxy-Authorization"] = $0.headers["Authorization"] } }
      ) { unless($0.sent.allSatisfy { $0.request.headers["Proxy-Authorization"] == nil }, "A request has it.") },
      TableRow(
        "7.3", .should, "make another proof for a repeated request",
        shown: "after a temporary failure of an API, no proof is sent twice",
        base {
          $0.answer = { endpoint, number, honest in
            endpoint == "api" && number == 1 ? TransportResponse(status: 503) : honest
          }
        }, control: .trace { if let first = $0.sent.last { $0.sent.append(first) } }
      ) { trace in
        let texts = trace.sent.compactMap { $0.request.headers["DPoP"] }
        return unless(texts.count >= 5 && Set(texts).count == texts.count, "A proof was sent twice.")
      },
    ]
  }

  /// An API whose first response is a challenge.
  private static func challenged(by challenge: String) -> ProviderScript {
    base {
      $0.steps = [.signIn, .call(ScriptedProvider.origin)]
      $0.answer = { endpoint, number, honest in
        guard endpoint == "api", number == 1 else { return honest }
        return TransportResponse(status: 401, headers: ["WWW-Authenticate": challenge, "DPoP-Nonce": "nonce-1"])
      }
    }
  }
}
