import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A minimal client of the Hawcx-style servers: it sends the actions that a test passes and has no logic of its own.
final class HawcxCaller {
  /// One response of `/v1/auth`.
  struct Answer {
    let status: Int
    let body: JSONValue

    var session: String? { body["session"]?.stringValue }
    var step: JSONValue? { body["step"] }
    var type: String? { step?["type"]?.stringValue }
    /// An error step's code.
    var code: String? { step?["code"]?.stringValue }
    var action: String? { step?["action"]?.stringValue }
  }

  let sandbox: Sandbox
  let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  var configID: String
  private(set) var session: String?

  /// Made once for all tests: making the app's RSA key is slow.
  private static let keyring = Result { try Sandbox().keyring }

  init() throws {
    sandbox = try Sandbox(keyring: try Self.keyring.get())
    configID = sandbox.descriptor["hawcx"]?["configId"]?.stringValue ?? ""
  }

  var clientID: String { sandbox.descriptor["hawcx"]?["clientId"]?.stringValue ?? "" }

  /// Sends one action.
  @discardableResult
  func send(_ action: JSONObject, session: String? = nil, headers: HTTPHeaders = [:]) throws -> Answer {
    var headers = headers
    headers["X-Config-Id"] = configID
    let body: JSONValue = [
      "protocolVersion": 2, "session": (session ?? self.session).map { .string($0) } ?? .null,
      "action": .object(action),
    ]
    let response = sandbox.handle(SandboxRequest("POST", "/hawcx/v1/auth", json: body, headers: headers))
    return Answer(status: response.status, body: try JSONValue(parsing: response.body))
  }

  /// Begins a flow. Later actions belong to this flow.
  @discardableResult
  func start(
    _ identifier: String, flowType: String = "signin", extra: JSONObject = [:], challenge: String? = nil
  ) throws -> Answer {
    var action: JSONObject = [
      "type": "start", "flowType": .string(flowType), "identifier": .string(identifier),
      "codeChallenge": .string(try challenge ?? PKCE(verifier: Secret(verifier)).challenge),
    ]
    for member in extra.members { action[member.name] = member.value }
    session = nil
    let answer = try send(action)
    session = answer.session
    return answer
  }

  @discardableResult
  func select(_ method: String) throws -> Answer { try send(["type": "select_method", "methodId": .string(method)]) }

  @discardableResult
  func submit(_ code: String) throws -> Answer { try send(["type": "submit_code", "code": .string(code)]) }

  /// Signs in with a code by e-mail, and returns the step after the code.
  @discardableResult
  func signIn(_ identifier: String, flowType: String = "signin") throws -> Answer {
    try start(identifier, flowType: flowType)
    try select("email_otp")
    return try submit(sandbox.lastCode(to: identifier))
  }

  /// The token endpoint.
  func exchange(_ fields: [(name: String, value: String)]) throws -> (status: Int, body: JSONValue) {
    let response = sandbox.handle(
      SandboxRequest(
        "POST", "/hawcx/oauth2/token",
        headers: ["Content-Type": "application/x-www-form-urlencoded", "X-Config-Id": configID],
        body: Array(PercentEncoding.encodeForm(fields).utf8)))
    return (response.status, try JSONValue(parsing: response.body))
  }

  func exchange(code: String, verifier: String? = nil) throws -> (status: Int, body: JSONValue) {
    try exchange([
      ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier ?? self.verifier),
      ("client_id", clientID),
    ])
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSONValue = [:]) throws -> JSONValue {
    let request =
      method == "GET" ? SandboxRequest(method, path) : SandboxRequest(method, path, json: body)
    return try JSONValue(parsing: sandbox.handle(request).body)
  }

  func policy(_ members: JSONObject) throws {
    var body = members
    body["provider"] = "hawcx"
    try control("POST", "/sandbox/policy", .object(body))
  }

  func advance(_ seconds: Int64) throws {
    try control("POST", "/sandbox/clock", ["advanceSeconds": .integer(seconds)])
  }

  /// Signs in and returns the authorisation code.
  func authCode(_ identifier: String) throws -> String {
    try #require(try signIn(identifier).step?["authCode"]?.stringValue)
  }
}
