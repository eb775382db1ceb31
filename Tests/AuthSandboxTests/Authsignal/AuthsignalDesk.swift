import AuthCore
import AuthSandbox
import Testing

/// A sandbox, with calls as an app's device, as the app's backend, and to the control routes.
struct AuthsignalDesk {
  let sandbox: Sandbox
  let tenantID: String
  let secretKey: String

  init(keyring: SandboxKeyring = SandboxKeyring()) throws {
    sandbox = try Sandbox(keyring: keyring)
    let block = try #require(sandbox.descriptor["authsignal"])
    tenantID = try #require(block["tenantId"]?.stringValue)
    secretKey = try #require(block["apiSecretKey"]?.stringValue)
  }

  struct Answer {
    let status: Int
    let json: JSONValue
    subscript(name: String) -> JSONValue? { json[name] }
  }

  func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, headers: HTTPHeaders = [:]
  ) throws -> Answer {
    let request =
      body.map { SandboxRequest(method, path, json: $0, headers: headers) }
      ?? SandboxRequest(method, path, headers: headers)
    let response = sandbox.handle(request)
    #expect(response.headers.values(of: "Content-Type") == ["application/json"])
    return Answer(status: response.status, json: try JSONValue(parsing: response.body))
  }

  /// Calls the client API as a device does, with its token.
  func client(_ method: String, _ path: String, _ body: JSONValue? = nil, token: String) throws -> Answer {
    try call(method, "/authsignal/v1/client" + path, body, headers: ["Authorization": "Bearer \(token)"])
  }

  /// Calls the server API as the app's backend does, with the secret key.
  func server(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> Answer {
    let credentials = Base64.encode(Array((secretKey + ":").utf8))
    return try call(method, "/authsignal/v1" + path, body, headers: ["Authorization": "Basic \(credentials)"])
  }

  func advance(seconds: Int64) throws {
    _ = try call("POST", "/sandbox/clock", ["advanceSeconds": .integer(seconds)])
  }

  /// The token of the app's backend for a sign-in.
  func track(_ identifier: String = "jane@example.com", action: String = "signIn") throws -> String {
    let answer = try call("POST", "/backend/track", ["identifier": .string(identifier), "action": .string(action)])
    return try #require(answer["token"]?.stringValue)
  }

  /// Enrols an e-mail address and returns the token of the completed challenge.
  func enrolledByEmail(_ address: String = "jane@example.com") throws -> String {
    let token = try track(address)
    let begun = try client("POST", "/user-authenticators/email-otp", ["email": .string(address)], token: token)
    #expect(begun.status == 200)
    let answer = try client(
      "POST", "/verify/email-otp", ["verificationCode": .string(try sandbox.lastCode(to: address))], token: token)
    return try #require(answer["accessToken"]?.stringValue)
  }

  /// A code that differs from `code`.
  func wrong(_ code: String) -> JSONValue {
    .string((code.hasPrefix("0") ? "1" : "0") + code.dropFirst())
  }

  func claims(_ token: String) throws -> JSONValue {
    let parts = token.split(separator: ".")
    try #require(parts.count == 3)
    return try JSONValue(parsing: try #require(Base64URL.decode(parts[1])))
  }
}
