import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ScriptedProvider {
  /// Checks that the client authenticates as its kind does, and in no second way (RFC 6749 §2.3).
  func authenticate(_ request: TransportRequest) {
    let header = request.headers["Authorization"]
    let form = request.form
    if script.isBackend {
      // Both halves are form-encoded (RFC 6749 §2.3.1).
      let pair = header?.hasPrefix("Basic ") == true ? Base64.decode(header?.dropFirst(6) ?? "") : nil
      let halves = pair.map { String(decoding: $0, as: UTF8.self).split(separator: ":").map(String.init) } ?? []
      let decoded = halves.compactMap { PercentEncoding.decodeForm("v=" + $0)?.first?.value }
      if decoded != [Self.clientID, Self.clientSecret] { complain("The client did not use 'client_secret_basic'.") }
    } else if header != nil || form["client_id"] != Self.clientID {
      complain("The public client did not name itself in the form.")
    }
    if form["client_secret"] != nil { complain("The form has a secret.") }
  }

  func token(_ request: TransportRequest) throws -> TransportResponse {
    let form = request.form
    switch form["grant_type"] {
    case "authorization_code":
      let code = form["code"] ?? ""
      let grant = state.withLock { state in
        defer { state.grants[code]?.isUsed = true }
        return state.grants[code]
      }
      guard let grant, !grant.isUsed || script.acceptsCodesAgain,
        grant.fields["redirect_uri"] == form["redirect_uri"],
        PKCE.verify(verifier: form["code_verifier"] ?? "", challenge: grant.fields["code_challenge"] ?? "")
      else { return Self.json(["error": "invalid_grant"], status: 400) }
      if script.rotation == .beforeSigning { state.withLock { $0.round += 1 } }
      return try tokens(request) { draft in
        draft.claims["nonce"] = grant.fields["nonce"].map { .string($0) }
        script.idToken(&draft)
      }
    case "refresh_token": return try tokens(request) { script.renewedIDToken(&$0) }
    default:
      complain("The grant is neither a code nor a refresh token.")
      return Self.json(["error": "unsupported_grant_type"], status: 400)
    }
  }

  private func tokens(
    _ request: TransportRequest, _ change: (inout IDTokenDraft) -> Void
  ) throws -> TransportResponse {
    let now = Int64(clock.now().timeIntervalSince1970)
    var draft = IDTokenDraft(
      claims: [
        "iss": .string(Self.issuer), "sub": "user-1", "aud": .string(Self.clientID), "iat": .integer(now),
        "exp": .integer(now + 300),
      ], signer: keys.signer)
    change(&draft)
    let isBound = script.offersDPoP && request.headers["DPoP"] != nil
    var answer: JSONObject = [
      "access_token": .string(number("access")), "refresh_token": .string(number("refresh")), "expires_in": 60,
      "token_type": isBound ? "DPoP" : "Bearer", "id_token": .string(try draft.text),
    ]
    script.tokens(&answer)
    return Self.json(answer, headers: ["Cache-Control": "no-store"])
  }

  /// Accepts the token in the header alone (RFC 6750 §2).
  func userInfo(_ request: TransportRequest) -> TransportResponse {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ").map(String.init)
    let scheme = script.offersDPoP && request.headers["DPoP"] != nil ? "DPoP" : "Bearer"
    guard words.count == 2, words[0] == scheme, words[1].hasPrefix("access-") else {
      complain("The userinfo request has no access token in its header.")
      return TransportResponse(status: 401)
    }
    var claims: JSONObject = ["sub": "user-1", "name": "Jane", "email": "jane@example.com", "email_verified": true]
    script.userInfo(&claims)
    return Self.json(claims)
  }
}
