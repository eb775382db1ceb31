import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Sends the requests of the vendor's own clients to the sandbox, as in the samples.
struct HawcxWireDesk {
  static let callback = "http://localhost:5555/callback"
  static let nonce = "bm9uY2Utb2YtMTYtYnl0ZX"
  static let user = "evaluation.person.01@hawcx.com"
  private static let state = "c3RhdGUtb2YtMjItYnl0ZXMtLS0tLS"

  let caller: HawcxCaller
  private let clientKey: Curve25519.Signing.PrivateKey
  let confidentialID: String
  private let confidentialKeyID: String

  init() throws {
    caller = try HawcxCaller()
    let client = try #require(caller.sandbox.descriptor["hawcx"]?["confidentialClient"])
    confidentialID = try #require(client["clientId"]?.stringValue)
    confidentialKeyID = try #require(client["keyId"]?.stringValue)
    clientKey = try Curve25519.Signing.PrivateKey(pkcs8PEM: #require(client["privateKeyPEM"]?.stringValue))
  }

  // MARK: The flow

  func send(_ action: JSONObject, session: String? = nil) -> SandboxResponse {
    post(
      ["protocolVersion": 2, "session": session.map { .string($0) } ?? .null, "action": .object(action)])
  }

  private func post(_ body: JSONValue) -> SandboxResponse {
    caller.sandbox.handle(
      SandboxRequest("POST", "/hawcx/v1/auth", json: body, headers: ["X-Config-Id": caller.configID]))
  }

  /// Runs the captured sign-in: start, code, enrolment and proof. The samples' requests are filled with live values.
  func signIn(hostedSession: String? = nil) throws -> [(body: [UInt8], response: SandboxResponse)] {
    try caller.policy(["debug_otp": true, "primary_methods": ["email_otp"], "device_enrollment": "required"])
    let hosted = try hostedSession ?? op(authorize())
    let device = try SoftDevice(HawcxDeviceArrangement(nil))
    var exchanges: [(body: [UInt8], response: SandboxResponse)] = []
    func ask(_ id: String, _ values: [String: JSONValue]) throws -> HawcxCaller.Answer {
      let body = WireShape(try #require(try WireSample.named(id).requestBody)).filled(values)
      let response = post(body)
      exchanges.append((body.serialized, response))
      return HawcxCaller.Answer(status: response.status, body: try JSONValue(parsing: response.body))
    }
    let challenge = try PKCE(verifier: Secret(caller.verifier)).challenge
    let first = try ask(
      "HS1",
      [
        "action.flowType": "signin", "action.identifier": .string(Self.user),
        "action.codeChallenge": .string(challenge), "action.opSessionId": .string(hosted),
      ])
    let session = JSONValue.string(first.session ?? "")
    let code = try #require(first.step?["debug"]?["otp_code"])
    _ = try ask("HS2", ["session": session, "action.code": code])
    var credentials: [String: JSONValue] = ["session": session]
    for member in device.credentials(type: "request_challenge").members {
      credentials["action." + member.name] = member.value
    }
    let asked = try ask("HS3", credentials)
    var proof: [String: JSONValue] = ["session": session]
    for member in try device.answer(to: asked).members { proof["action." + member.name] = member.value }
    _ = try ask("HS4", proof)
    return exchanges
  }

  /// Checks that the server gives each request its own id (H7).
  static func checkRequestIDs(_ response: SandboxResponse) throws {
    let id = try #require(response.headers["X-Request-Id"])
    #expect(id.hasPrefix("req_") && id.utf8.count == 20 && Hex.decode(id.dropFirst(4)) != nil)
    let gateway = try #require(response.headers["X-Kong-Request-Id"])
    #expect(gateway.utf8.count == 32 && Hex.decode(gateway) != nil)
  }

  // MARK: Hosted sign-ins

  static func fields(of location: String) throws -> JSONValue {
    let query = location.drop { $0 != "?" }.dropFirst()
    let fields = try #require(PercentEncoding.decodeForm(query))
    return .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))
  }

  func authorize() throws -> SandboxResponse {
    let sample = try WireSample.named("HS5")
    let query = WireShape(try #require(sample.json["requestQuery"])).filled([
      "client_id": .string(caller.clientID), "redirect_uri": .string(Self.callback),
      "state": .string(Self.state),
      "code_challenge": .string(try PKCE(verifier: Secret(caller.verifier)).challenge),
      "nonce": .string(Self.nonce), "sdk_config_id": .string(caller.configID),
    ])
    return visit(sample, query)
  }

  private func op(_ response: SandboxResponse) throws -> String {
    try #require(try Self.fields(of: response.headers["Location"] ?? "")["op"]?.stringValue)
  }

  private func visit(_ sample: WireSample, _ query: JSONValue) -> SandboxResponse {
    let fields = (query.objectValue?.members ?? []).map { (name: $0.name, value: $0.value.stringValue ?? "") }
    return caller.sandbox.handle(
      SandboxRequest(sample.method, "/hawcx" + sample.path + "?" + PercentEncoding.encodeForm(fields)))
  }

  private final class Visited { var session = "" }
  private let visited = Visited()

  /// Signs in for a relying party and follows the redirect back to it.
  func resume() throws -> SandboxResponse {
    visited.session = try op(authorize())
    let early = try resumeAgain()
    #expect(early.headers["Location"]?.contains("error=login_required") == true)
    _ = try signIn(hostedSession: visited.session)
    return try resumeAgain()
  }

  func resumeAgain() throws -> SandboxResponse {
    let sample = try WireSample.named("HS6")
    let query = WireShape(try #require(sample.json["requestQuery"])).filled([
      "op": .string(visited.session), "client_id": .string(caller.clientID),
    ])
    return visit(sample, query)
  }

  func hostedCode() throws -> String {
    let fields = try Self.fields(of: resume().headers["Location"] ?? "")
    return try #require(fields["code"]?.stringValue)
  }

  // MARK: Codes

  func assertion(audience: String? = nil, body: [UInt8]? = nil) throws -> String {
    let now = Int64(Date().timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(confidentialID), "sub": .string(confidentialID),
      "aud": .string(audience ?? caller.sandbox.baseURL + "/hawcx/oauth2/token"), "iat": .integer(now),
      "exp": .integer(now + 60), "jti": .string(SystemRandomSource().uuid()),
    ]
    claims["body_sha256"] = body.map { .string(Base64URL.encode(SHA256.hash(data: $0))) }
    return try JWS.sign(claims: claims, keyID: confidentialKeyID, with: .ed25519(clientKey))
  }

  func token(_ fields: [(name: String, value: String)], configID: String? = nil) throws -> SandboxResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    headers["X-Config-Id"] = configID
    return caller.sandbox.handle(
      SandboxRequest(
        "POST", "/hawcx/oauth2/token", headers: headers, body: Array(PercentEncoding.encodeForm(fields).utf8)))
  }

  /// Sends the sample's form with the live values for its members. The request names the tenant only if the sample's
  /// headers do.
  func post(_ sample: WireSample, _ values: [String: String], configID: String? = nil) throws -> SandboxResponse {
    let shape = try #require(sample.requestBody)
    let known = values.filter { shape[$0.key] != nil }
    let form = WireShape(shape).filled(known.mapValues { .string($0) })
    let fields = (form.objectValue?.members ?? []).map { (name: $0.name, value: $0.value.stringValue ?? "") }
    let names = sample.requestHeaders["x-config-id"] == nil ? nil : configID ?? caller.configID
    return try token(fields, configID: names)
  }

  // MARK: Management

  func manage(_ sample: WireSample, _ body: JSONValue) throws -> SandboxResponse {
    let bytes = body.serialized
    let url = caller.sandbox.baseURL + "/hawcx" + sample.path
    return caller.sandbox.handle(
      SandboxRequest(
        sample.method, "/hawcx" + sample.path,
        headers: [
          "Authorization": "Bearer " + (try assertion(audience: url, body: bytes)),
          "Content-Type": "application/json", "X-Config-Id": caller.configID, "X-Hawcx-Protocol-Version": "2",
        ], body: bytes))
  }

  /// The receipt of an account-management flow.
  func receipt() throws -> String {
    try caller.signIn("jane@example.com")
    let sample = try WireSample.named("HS16")
    let answer = try manage(
      sample, ["subject_userid": "jane@example.com", "purpose": "change_mfa_method", "new_mfa_method": "email_otp"])
    let token = try #require(try JSONValue(parsing: answer.body)["start_token"])
    try caller.start("jane@example.com", flowType: "account_manage", extra: ["startToken": token])
    try caller.select("email_otp")
    let end = try caller.submit(caller.sandbox.lastCode(to: "jane@example.com"))
    return try #require(end.step?["stepUpReceipt"]?.stringValue)
  }

  // MARK: The earlier sign-in

  func legacy(_ sample: WireSample, _ values: [String: JSONValue]) throws -> SandboxResponse {
    let body = WireShape(try #require(sample.requestBody)).filled(values)
    return caller.sandbox.handle(
      SandboxRequest(sample.method, "/hawcx" + sample.path, json: body, headers: ["apikey": caller.configID]))
  }
}
