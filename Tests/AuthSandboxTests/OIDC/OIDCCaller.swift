import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A minimal client and browser of the OpenID provider: it sends what a test passes and has no logic of its own.
final class OIDCCaller {
  /// Made once for all tests: making the provider's RSA key is slow.
  private static let keyring = Result {
    let sandbox = try Sandbox(vendors: [.oidc])
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  static let redirect = "http://127.0.0.1:4000/callback"

  let sandbox: Sandbox
  let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  /// The provider's cookie in this browser.
  var cookie: String?
  var clientID: String
  private var advanced = 0.0

  init() throws {
    sandbox = try Sandbox(vendors: [.oidc], clock: FixedClock(), keyring: try Self.keyring.get())
    clientID = sandbox.descriptor["oidc"]?["clientId"]?.stringValue ?? ""
  }

  var issuer: String { sandbox.baseURL + "/oidc" }

  func member(_ names: String...) throws -> String {
    var value = try #require(sandbox.descriptor["oidc"])
    for name in names { value = try #require(value[name]) }
    return try #require(value.stringValue)
  }

  // MARK: The browser

  /// The parameters of a valid authorisation request; nil removes one.
  func parameters(_ changes: [String: String?] = [:]) throws -> [(name: String, value: String)] {
    var fields: [String: String] = [
      "response_type": "code", "client_id": clientID, "redirect_uri": Self.redirect, "state": "state-1",
      "nonce": "nonce-1", "scope": "openid email offline_access", "code_challenge_method": "S256",
      "code_challenge": try PKCE(verifier: Secret(verifier)).challenge,
    ]
    for (name, value) in changes { fields[name] = value }
    return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Opens the authorisation page.
  func open(_ changes: [String: String?] = [:]) throws -> SandboxResponse {
    browse(
      SandboxRequest("GET", "/oidc/authorize?" + PercentEncoding.encodeForm(try parameters(changes)), headers: headers))
  }

  /// Submits the form of a page.
  func submit(_ page: SandboxResponse, _ fields: [(name: String, value: String)]) throws -> SandboxResponse {
    let id = try #require(page.hiddenValue("interaction"), "\(String(decoding: page.body, as: UTF8.self))")
    return browse(Self.form("/oidc/interaction", [("interaction", id)] + fields, headers))
  }

  /// Signs in at the page, and returns the parameters of the redirect.
  func authorize(_ changes: [String: String?] = [:], user: String = "jane@example.com") throws -> [String: String] {
    let page = try open(changes)
    if page.status == 302 { return try page.callback() }
    return try submit(page, [("user", user), ("decision", "approve")]).callback()
  }

  private var headers: HTTPHeaders { cookie.map { ["Cookie": $0] } ?? [:] }

  func browse(_ request: SandboxRequest) -> SandboxResponse {
    let response = sandbox.handle(request)
    if let set = response.headers["Set-Cookie"] { cookie = String(set.prefix { $0 != ";" }) }
    return response
  }

  // MARK: The client

  static func form(
    _ path: String, _ fields: [(name: String, value: String)], _ headers: HTTPHeaders = [:]
  ) -> SandboxRequest {
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return SandboxRequest("POST", path, headers: headers, body: Array(PercentEncoding.encodeForm(fields).utf8))
  }

  /// Posts a form to an endpoint, as the public client unless `fields` or `headers` say otherwise.
  func post(
    _ route: String, _ fields: [(name: String, value: String)], headers: HTTPHeaders = [:], isPublic: Bool = true
  ) -> SandboxResponse {
    sandbox.handle(Self.form("/oidc" + route, fields + (isPublic ? [("client_id", clientID)] : []), headers))
  }

  /// The credentials of the client with a secret, for `Authorization`.
  func basic() throws -> HTTPHeaders {
    let text = try member("secretClient", "clientId") + ":" + member("secretClient", "clientSecret")
    return ["Authorization": "Basic " + Base64.encode(Array(text.utf8))]
  }

  func redeem(_ code: String?, _ changes: [String: String?] = [:], headers: HTTPHeaders = [:]) -> SandboxResponse {
    var fields: [String: String] = [
      "grant_type": "authorization_code", "code": code ?? "", "redirect_uri": Self.redirect, "code_verifier": verifier,
      "client_id": clientID,
    ]
    for (name, value) in changes { fields[name] = value }
    return post("/token", fields.map { ($0.key, $0.value) }, headers: headers, isPublic: false)
  }

  /// Signs in, and returns the token response.
  func signIn(_ changes: [String: String?] = [:], user: String = "jane@example.com") throws -> JSONValue {
    let response = redeem(try authorize(changes, user: user)["code"])
    #expect(response.status == 200, "\(response.json.serializedText)")
    return response.json
  }

  func refresh(_ token: String?, _ more: [(name: String, value: String)] = []) -> SandboxResponse {
    post("/token", [("grant_type", "refresh_token"), ("refresh_token", token ?? "")] + more)
  }

  func userInfo(_ token: String?) -> SandboxResponse {
    sandbox.handle(SandboxRequest("GET", "/oidc/userinfo", headers: ["Authorization": "Bearer " + (token ?? "")]))
  }

  /// The claims of a token whose signature and times are valid by the published keys.
  func verified(_ token: String?, audience: String? = nil, types: Set<String> = ["JWT"]) throws -> VerifiedJWT {
    let keys = try JWKSet(json: sandbox.handle(SandboxRequest("GET", "/oidc/jwks")).json)
    let rules = JWTValidationRules(
      algorithms: [.es256, .rs256], types: types, issuer: issuer, audiences: [audience ?? clientID])
    return try JWTVerifier(rules).verify(
      try #require(token), with: keys, at: FixedClock().now().adding(.seconds(advanced)))
  }

  func policy(_ members: JSONObject) {
    var body = members
    body["provider"] = "oidc"
    #expect(sandbox.post("/sandbox/policy", .object(body)).status == 200)
  }

  func advance(_ seconds: Int64) {
    advanced += Double(seconds)
    #expect(sandbox.post("/sandbox/clock", ["advanceSeconds": .integer(seconds)]).status == 200)
  }
}

extension SandboxResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a hidden field of the page's first form.
  func hiddenValue(_ name: String) -> String? {
    let mark = "name=\"\(name)\" value=\""
    guard let start = text.ranges(of: mark).first else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The parameters of a redirect to the client.
  func callback() throws -> [String: String] {
    let location = try #require(headers["Location"], "\(status) \(text)")
    let query = try #require(location.split(separator: "?", maxSplits: 1).last)
    let fields = try #require(PercentEncoding.decodeForm(query))
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
