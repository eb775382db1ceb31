import AuthCore
import AuthCrypto
import AuthSandbox

/// A sandbox with an app for whose own tokens the tests have the signing keys.
struct PrivyFixture {
  let sandbox: Sandbox
  let descriptor: JSONValue
  let appID: String
  let ellipticKey = P256.Signing.PrivateKey()
  /// The sandbox's time when it was made, in seconds since 1970.
  let start = FixedClock.unixTime

  /// The keys of all sandboxes, prepared once for all tests because making RSA keys is slow.
  private static let keyring = Result { () throws -> SandboxKeyring in
    let sandbox = try Sandbox()
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  struct Answer {
    let status: Int
    let json: JSONValue
    let headers: HTTPHeaders
    var code: String? { json["code"]?.stringValue }
    func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
  }

  init() throws {
    sandbox = try Sandbox(clock: FixedClock(), keyring: try Self.keyring.get())
    descriptor = sandbox.descriptor["privy"] ?? .null
    appID = descriptor["appId"]?.stringValue ?? ""
    policy(["customAuth": ["jwks": ["keys": [ellipticJWK.json]]]])
  }

  func policy(_ change: JSONObject) {
    var body = change
    body["provider"] = "privy"
    _ = sandbox.handle(SandboxRequest("POST", "/sandbox/policy", json: .object(body)))
  }

  func advance(_ seconds: Int64) {
    _ = sandbox.handle(SandboxRequest("POST", "/sandbox/clock", json: ["advanceSeconds": .integer(seconds)]))
  }

  var ellipticJWK: JWK { JWK(.p256(ellipticKey.publicKey), keyID: "ec", algorithm: .es256) }

  /// The headers that every client has to send.
  var clientHeaders: HTTPHeaders {
    ["privy-app-id": appID, "privy-client-id": descriptor["appClientId"]?.stringValue ?? ""]
  }

  func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, bearer: String? = nil, headers: HTTPHeaders? = nil
  ) throws -> Answer {
    var headers = headers ?? clientHeaders
    if let bearer { headers["Authorization"] = "Bearer " + bearer }
    let response = sandbox.handle(
      SandboxRequest(method, "/privy" + path, headers: headers, body: body?.serialized ?? []))
    let json = response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    return Answer(status: response.status, json: json, headers: response.headers)
  }

  /// The headers of the app's backend.
  var appHeaders: HTTPHeaders { appHeaders(secret: descriptor["appSecret"]?.stringValue ?? "") }

  private func appHeaders(secret: String) -> HTTPHeaders {
    ["privy-app-id": appID, "Authorization": "Basic " + Base64.encode("\(appID):\(secret)".utf8)]
  }

  /// Calls the server API as the app's backend does.
  func server(_ method: String, _ path: String, _ body: JSONValue? = nil, secret: String? = nil) throws -> Answer {
    try call(method, "/v1" + path, body, headers: secret.map { appHeaders(secret: $0) } ?? appHeaders)
  }

  /// The app's own token.
  func customToken(
    subject: JSONValue = "jane", changing change: JSONObject = [:], keyID: String? = "ec", type: String? = "JWT"
  ) throws -> String {
    var claims: JSONObject = ["iat": .integer(start), "exp": .integer(start + 600)]
    claims["sub"] = subject
    for member in change.members { claims[member.name] = member.value }
    // Null means a missing claim.
    claims = JSONObject(claims.members.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
    return try JWS.sign(claims: claims, type: type, keyID: keyID, with: .p256(ellipticKey))
  }

  func authenticate(_ token: String, mode: String? = nil) throws -> Answer {
    var body: JSONObject = ["token": .string(token)]
    body["mode"] = mode.map { .string($0) }
    return try call("POST", "/api/v1/custom_jwt_account/authenticate", .object(body))
  }

  func signIn(_ subject: String = "jane") throws -> Answer {
    try authenticate(try customToken(subject: .string(subject)))
  }

  func refresh(_ token: String, bearer: String) throws -> Answer {
    try call("POST", "/api/v1/sessions", ["refresh_token": .string(token)], bearer: bearer)
  }
}
