import AuthCore
import AuthCrypto
import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer that follows the standards, in the test's own process, for the conformance suite. It checks every request
/// (PKCE, redirect URIs, single use, proofs of possession).
final class HonestIssuer: HTTPTransport {
  static let name = "https://issuer.example"
  static let lifetime = 600.0

  private struct Grant {
    let challenge: String
    let redirectURI: String
    let nonce: String
  }

  private struct State {
    var codes: [String: Grant] = [:]
    /// The forms of pushed requests.
    var pushed: [String: [String: String]] = [:]
    var devices: [String: Bool] = [:]
    /// The refresh tokens, each with the thumbprint of the key to which it is bound.
    var refreshes: [String: String?] = [:]
    var accesses: [String: (expiresAt: Date, thumbprint: String?)] = [:]
    var proofs: Set<String> = []
    var count = 0
  }

  private let key = P256.Signing.PrivateKey()
  private let clock: any AuthClock
  private let offersDPoP: Bool
  /// Whether it accepts pushed authorisation requests (RFC 9126), and no others.
  private let offersPushing: Bool
  private let state = Locked(State())

  init(clock: any AuthClock, offersDPoP: Bool, offersPushing: Bool = false) {
    self.clock = clock
    self.offersDPoP = offersDPoP
    self.offersPushing = offersPushing
  }

  // MARK: The user's actions

  /// Signs the user in at the page, and returns the URL to which the browser is redirected.
  func visit(_ page: URL) -> URL? {
    let query = page.absoluteString.split(separator: "?", maxSplits: 1).last ?? ""
    let fields = PercentEncoding.decodeForm(query) ?? []
    var values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    if offersPushing {
      let reference = values["request_uri"] ?? ""
      values = self.state.withLock { $0.pushed.removeValue(forKey: reference) } ?? [:]
    }
    guard let state = values["state"], let redirectURI = values["redirect_uri"], let nonce = values["nonce"],
      let challenge = values["code_challenge"], values["code_challenge_method"] == "S256"
    else { return nil }
    let code = next("code")
    self.state.withLock {
      $0.codes[code] = Grant(challenge: challenge, redirectURI: redirectURI, nonce: nonce)
    }
    let answer = PercentEncoding.encodeForm([("code", code), ("state", state), ("iss", Self.name)])
    return URL(string: redirectURI + "?" + answer)
  }

  /// Approves every waiting device.
  func approveDevices() { state.withLock { state in for code in state.devices.keys { state.devices[code] = true } } }

  /// Removes a refresh token, so that its session cannot be renewed.
  func refuse(_ refresh: Secret?) { state.withLock { $0.refreshes[refresh?.revealText() ?? ""] = nil } }

  func knows(_ refresh: Secret?) -> Bool {
    guard let refresh else { return false }
    return state.withLock { $0.refreshes.keys.contains(refresh.revealText()) }
  }

  // MARK: The endpoints

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    let form = request.form
    switch (request.method, request.url.path) {
    case ("GET", "/.well-known/openid-configuration"): return Self.json(metadata)
    case ("GET", "/jwks"):
      let keys = try JWKSet([JWK(.p256(key.publicKey), keyID: "one", algorithm: .es256)])
      return TransportResponse(status: 200, body: keys.json.serialized)
    case ("POST", "/device"): return device()
    case ("POST", "/par") where offersPushing:
      let reference = "urn:ietf:params:oauth:request_uri:" + next("request")
      state.withLock { $0.pushed[reference] = form }
      return Self.json(["request_uri": .string(reference), "expires_in": 60], status: 201)
    case ("POST", "/token"): return try token(form, thumbprint: proven(request, token: nil))
    case ("POST", "/revoke"):
      state.withLock { $0.refreshes[form["token"] ?? ""] = nil }
      return TransportResponse(status: 200)
    case ("GET", "/userinfo"): return try userInfo(request)
    default: return TransportResponse(status: 404)
    }
  }

  private var metadata: JSONObject {
    var metadata = TestIssuer.metadata
    metadata["authorization_response_iss_parameter_supported"] = true
    if offersPushing {
      metadata["pushed_authorization_request_endpoint"] = .string(Self.name + "/par")
      metadata["require_pushed_authorization_requests"] = true
    }
    if offersDPoP { metadata["dpop_signing_alg_values_supported"] = ["ES256"] }
    return metadata
  }

  private func device() -> TransportResponse {
    let code = next("device")
    state.withLock { $0.devices[code] = false }
    return Self.json([
      "device_code": .string(code), "user_code": "ABCD-EFGH", "verification_uri": .string(Self.name + "/activate"),
      "expires_in": 600, "interval": 5,
    ])
  }

  private func token(_ form: [String: String], thumbprint: String?) throws(AuthError) -> TransportResponse {
    guard form["client_id"] == "app" else { return Self.failure("invalid_client") }
    guard !offersDPoP || thumbprint != nil else { return Self.failure("invalid_dpop_proof") }
    switch form["grant_type"] {
    case "authorization_code":
      // The code is used up, even if the request fails.
      let grant = state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
      guard let grant, grant.redirectURI == form["redirect_uri"],
        PKCE.verify(verifier: form["code_verifier"] ?? "", challenge: grant.challenge)
      else { return Self.failure("invalid_grant") }
      return try tokens(nonce: grant.nonce, thumbprint)
    case "refresh_token":
      let bound = state.withLock { $0.refreshes.removeValue(forKey: form["refresh_token"] ?? "") }
      guard let bound, bound == thumbprint else { return Self.failure("invalid_grant") }
      return try tokens(nonce: nil, thumbprint)
    case "urn:ietf:params:oauth:grant-type:device_code":
      guard let isApproved = state.withLock({ $0.devices[form["device_code"] ?? ""] }) else {
        return Self.failure("invalid_grant")
      }
      guard isApproved else { return Self.failure("authorization_pending") }
      state.withLock { $0.devices[form["device_code"] ?? ""] = nil }
      return try tokens(nonce: nil, thumbprint)
    default: return Self.failure("unsupported_grant_type")
    }
  }

  private func tokens(nonce: String?, _ thumbprint: String?) throws(AuthError) -> TransportResponse {
    let now = clock.now()
    let (access, refresh) = (next("access"), next("refresh"))
    state.withLock { state in
      state.refreshes[refresh] = .some(thumbprint)
      state.accesses[access] = (now.addingTimeInterval(Self.lifetime), thumbprint)
    }
    var claims: JSONObject = [
      "iss": .string(Self.name), "sub": "user-1", "aud": "app", "iat": .integer(Int64(now.timeIntervalSince1970)),
      "exp": .integer(Int64(now.timeIntervalSince1970 + Self.lifetime)), "email": "jane@example.com",
    ]
    claims["nonce"] = nonce.map { .string($0) }
    // The user authenticates at each page.
    if nonce != nil { claims["auth_time"] = claims["iat"] }
    return Self.json([
      "access_token": .string(access), "refresh_token": .string(refresh), "expires_in": .number(Self.lifetime),
      "token_type": .string(thumbprint == nil ? "Bearer" : "DPoP"),
      "id_token": .string(try JWS.sign(claims: claims, keyID: "one", with: .p256(key))),
    ])
  }

  private func userInfo(_ request: TransportRequest) throws(AuthError) -> TransportResponse {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ").map(String.init)
    guard words.count == 2, let known = state.withLock({ $0.accesses[words[1]] }), known.expiresAt > clock.now(),
      words[0] == (known.thumbprint == nil ? "Bearer" : "DPoP"),
      try proven(request, token: words[1]) == known.thumbprint
    else { return TransportResponse(status: 401) }
    return Self.json(["sub": "user-1"])
  }

  /// Returns the thumbprint of the key of a valid proof that was not used before (RFC 9449 §4.3); nil for a request
  /// without a proof, or with a proof for another request or token.
  ///
  /// - Throws: an error for a malformed proof or a wrong signature.
  private func proven(_ request: TransportRequest, token: String?) throws(AuthError) -> String? {
    guard let text = request.headers["DPoP"] else { return nil }
    let jws = try JWS(compact: text)
    let key = try JWK(json: jws.header["jwk"] ?? .null)
    try jws.verify(with: key.key)
    let claims = try? JSONValue(parsing: jws.payload)
    let hash = token.map { Base64URL.encode(Array(SHA256.hash(data: Array($0.utf8)))) }
    guard jws.type == "dpop+jwt", claims?["htm"]?.stringValue == request.method,
      claims?["htu"]?.stringValue == request.url.absoluteString, claims?["ath"]?.stringValue == hash,
      let name = claims?["jti"]?.stringValue, state.withLock({ $0.proofs.insert(name).inserted })
    else { return nil }
    return key.thumbprint
  }

  private func next(_ name: String) -> String {
    state.withLock { state in
      state.count += 1
      return "honest-\(name)-\(state.count)-4c1f9a7e"
    }
  }

  private static func failure(_ name: String) -> TransportResponse { json(["error": .string(name)], status: 400) }

  private static func json(_ body: JSONObject, status: Int = 200) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: JSONValue.object(body).serialized)
  }
}
