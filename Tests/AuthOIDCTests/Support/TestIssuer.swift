import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer in the test's own process: metadata, keys, and a token endpoint with scripted responses.
final class TestIssuer: HTTPTransport {
  typealias Answer = @Sendable (TransportRequest) throws(AuthError) -> TransportResponse

  static let name = "https://issuer.example"

  private struct State {
    var metadata: JSONObject
    var requests: [TransportRequest] = []
    var answers: [String: [Answer]] = [:]
  }

  let key = P256.Signing.PrivateKey()
  private let clock: any AuthClock
  private let state: Locked<State>

  /// The issuer's name in its metadata and tokens.
  let own: String

  init(_ name: String = name, clock: any AuthClock) {
    self.clock = clock
    own = name
    state = Locked(State(metadata: Self.metadata(of: name)))
  }

  static var metadata: JSONObject { metadata(of: name) }

  private static func metadata(of name: String) -> JSONObject {
    [
      "issuer": .string(name), "authorization_endpoint": .string(name + "/authorize"),
      "token_endpoint": .string(name + "/token"), "jwks_uri": .string(name + "/jwks"),
      "device_authorization_endpoint": .string(name + "/device"), "userinfo_endpoint": .string(name + "/userinfo"),
      "revocation_endpoint": .string(name + "/revoke"), "end_session_endpoint": .string(name + "/logout"),
      "id_token_signing_alg_values_supported": ["ES256", "none", "HS256"],
    ]
  }

  /// Changes a member of the metadata.
  func announce(_ name: String, _ value: JSONValue?) { state.withLock { $0.metadata[name] = value } }

  /// Adds a response for a path. The last one is repeated.
  func answer(_ path: String, _ answer: @escaping Answer) {
    state.withLock { $0.answers[path, default: []].append(answer) }
  }

  /// Removes the responses for a path.
  func forget(_ path: String) { state.withLock { $0.answers[path] = nil } }

  func answer(_ path: String, _ body: JSONObject, status: Int = 200, headers: HTTPHeaders = [:]) {
    answer(path) { (_) throws(AuthError) in
      TransportResponse(status: status, headers: headers, body: JSONValue.object(body).serialized)
    }
  }

  /// The requests to a path, in their order.
  func requests(_ path: String) -> [TransportRequest] {
    state.withLock { $0.requests.filter { $0.url.path.hasSuffix(path) } }
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    // The path below the issuer's own.
    let below = URL(string: own)?.path ?? ""
    let path = request.url.path.hasPrefix(below) ? String(request.url.path.dropFirst(below.count)) : request.url.path
    let answer = state.withLock { state -> Answer? in
      state.requests.append(request)
      guard let first = state.answers[path]?.first else { return nil }
      if (state.answers[path]?.count ?? 0) > 1 { state.answers[path]?.removeFirst() }
      return first
    }
    if let answer { return try answer(request) }
    switch path {
    case "/.well-known/openid-configuration":
      let body = state.withLock { JSONValue.object($0.metadata).serialized }
      return TransportResponse(status: 200, body: body)
    case "/jwks":
      let keys = try JWKSet([JWK(.p256(key.publicKey), keyID: "one", algorithm: .es256)])
      return TransportResponse(status: 200, body: keys.json.serialized)
    default: return TransportResponse(status: 404)
    }
  }

  /// The claims of a valid ID token.
  func claims(nonce: String?) -> JSONObject {
    let now = Int64(clock.now().timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(own), "sub": "user-1", "aud": "app", "iat": .integer(now), "exp": .integer(now + 300),
      "email": "jane@example.com", "name": "Jane",
    ]
    claims["nonce"] = nonce.map { .string($0) }
    return claims
  }

  /// Returns a token response whose ID token has these claims.
  func tokens(_ claims: JSONObject, access: String = "access-1", type: String = "Bearer") throws(AuthError)
    -> JSONObject
  {
    [
      "access_token": .string(access), "token_type": .string(type), "expires_in": 60, "refresh_token": "refresh-1",
      "id_token": .string(try JWS.sign(claims: claims, keyID: "one", with: .p256(key))),
    ]
  }
}

extension TransportRequest {
  /// The fields of the request's form; empty for another body.
  var form: [String: String] {
    let fields = PercentEncoding.decodeForm(String(decoding: body ?? [], as: UTF8.self)) ?? []
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
