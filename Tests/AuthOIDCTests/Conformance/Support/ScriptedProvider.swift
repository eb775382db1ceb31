import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An OpenID provider in the test's own process, which follows the standards except for what its script changes. It
/// checks the requests as the conformance suite does, and records what is wrong with them.
final class ScriptedProvider: HTTPTransport {
  static let origin = "https://op.example"
  static let issuer = origin + "/rp"
  static let clientID = "client of a table"
  static let clientSecret = "secret: with, reserved & signs"
  /// The client's key, for `private_key_jwt`.
  static let clientKey = P256.Signing.PrivateKey()
  static let redirect = "https://client.example/callback"

  struct Grant: Sendable {
    let fields: [String: String]
    var isUsed = false
  }

  struct State {
    var grants: [String: Grant] = [:]
    var pushed: [String: [String: String]] = [:]
    var counts: [String: Int] = [:]
    var sent: [Trace.Sent] = []
    var complaints: [String] = []
    var round = 0
    var pages = 0
    var tokens = 0
  }

  let script: ProviderScript
  let clock: any AuthClock
  let state = Locked(State())
  /// A part of every address, so that only the metadata name them.
  private let suffix = String(UInt64.random(in: 1 << 40..<1 << 50), radix: 36)

  init(_ script: ProviderScript, clock: any AuthClock) {
    self.script = script
    self.clock = clock
  }

  func complain(_ text: String) { state.withLock { $0.complaints.append(text) } }

  var keys: ProviderKeys { script.keys[min(state.withLock { $0.round }, script.keys.count - 1)] }

  func address(_ endpoint: String) -> String { "\(Self.issuer)/\(endpoint)-\(suffix)" }

  var metadata: JSONObject {
    var metadata: JSONObject = [
      "issuer": .string(Self.issuer), "response_types_supported": ["code"], "subject_types_supported": ["public"],
      "response_modes_supported": ["query", "form_post"], "scopes_supported": ["openid", "profile", "email"],
      "id_token_signing_alg_values_supported": ["RS256", "ES256", "none", "HS256"],
      "token_endpoint_auth_methods_supported": [script.isBackend ? "client_secret_basic" : "none"],
      "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
    ]
    if script.offersDPoP { metadata["dpop_signing_alg_values_supported"] = ["ES256"] }
    for (name, endpoint) in [
      ("authorization_endpoint", "authorize"), ("token_endpoint", "token"), ("jwks_uri", "jwks"),
      ("userinfo_endpoint", "userinfo"), ("revocation_endpoint", "revoke"), ("end_session_endpoint", "logout"),
      ("pushed_authorization_request_endpoint", "par"),
    ] { metadata[name] = .string(address(endpoint)) }
    script.metadata(&metadata)
    return metadata
  }

  // MARK: The user's browser

  /// Opens the page, signs the user in, and returns the response.
  func visit(_ page: URL) -> ProviderScript.Response {
    var fields = Trace.query(page)
    state.withLock { state in
      state.pages += 1
      if script.rotation == .beforeSecondPage, state.pages == 2 { state.round += 1 }
      // A pushed request replaces the page's parameters, and works once.
      if let uri = fields["request_uri"] { fields = state.pushed.removeValue(forKey: uri) ?? [:] }
    }
    if !page.absoluteString.hasPrefix(address("authorize") + "?") { complain("The page is not the metadata's.") }
    check(fields)
    let code = number("code")
    let request = fields
    state.withLock { $0.grants[code] = Grant(fields: request) }
    var response = ProviderScript.Response(
      address: fields["redirect_uri"] ?? "",
      fields: [("code", code), ("state", fields["state"] ?? ""), ("iss", Self.issuer)],
      isForm: fields["response_mode"] == "form_post")
    script.response(&response)
    return response
  }

  private func check(_ fields: [String: String]) {
    if fields["response_type"] != "code" { complain("The response type is not 'code'.") }
    if fields["client_id"] != Self.clientID { complain("The request names another client.") }
    if fields["scope"]?.split(separator: " ").contains("openid") != true { complain("The scope lacks 'openid'.") }
    if fields["redirect_uri"] != Self.redirect { complain("The redirect URI is not the registered one.") }
    if fields["state"]?.isEmpty != false { complain("The request has no 'state'.") }
    if fields["code_challenge_method"] != "S256" { complain("The request has no challenge by S256.") }
  }

  func number(_ name: String) -> String {
    state.withLock { state in
      state.tokens += 1
      return "\(name)-\(state.tokens)-\(suffix)"
    }
  }

  // MARK: The endpoints

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let path = request.url.absoluteString.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
    let isMetadata = request.url.absoluteString == Self.issuer + "/.well-known/openid-configuration"
    let isKnown = path.hasSuffix("-" + suffix)
    let endpoint = isMetadata ? "metadata" : isKnown ? String(path.prefix { $0 != "-" }) : path
    let number = state.withLock { state in
      state.sent.append(Trace.Sent(endpoint: endpoint, request: request))
      state.counts[endpoint, default: 0] += 1
      return state.counts[endpoint] ?? 1
    }
    let honest: TransportResponse
    do {
      honest = try answer(request, endpoint)
    } catch {
      throw AuthError(.internalError, "The scripted provider failed: \(error)")
    }
    return script.answer(endpoint, number, honest)
  }

  private func answer(_ request: TransportRequest, _ endpoint: String) throws -> TransportResponse {
    switch endpoint {
    case "metadata": return Self.json(metadata)
    case "jwks":
      let published = script.publishesFirstKeysOnly ? script.keys[0] : keys
      return TransportResponse(
        status: 200, headers: ["Content-Type": "application/jwk-set+json"], body: try published.document)
    case "par":
      authenticate(request)
      let uri = number("urn:ietf:params:oauth:request_uri:")
      state.withLock { $0.pushed[uri] = request.form }
      return Self.json(["request_uri": .string(uri), "expires_in": 60], status: 201)
    case "token":
      authenticate(request)
      return try token(request)
    case "userinfo": return userInfo(request)
    case "revoke":
      authenticate(request)
      return TransportResponse(status: 200)
    case "api":
      return TransportResponse(status: request.headers["Authorization"] == nil ? 401 : 200)
    default:
      complain("A request went to an unknown address.")
      return TransportResponse(status: 404)
    }
  }

  static func json(_ body: JSONObject, status: Int = 200, headers: HTTPHeaders = [:]) -> TransportResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return TransportResponse(status: status, headers: headers, body: JSONValue.object(body).serialized)
  }
}
