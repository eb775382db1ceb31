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

/// Checks the sandbox against each sampled exchange: for the sample's request, the response has the sample's status and
/// shape and, if it was captured, the sample's length.
@Suite struct HawcxWireTests {
  private typealias Row = @Sendable (WireSample) throws -> Void

  private static let rows: [String: Row] = [
    "HS1": { try flow($0, 0) }, "HS2": { try flow($0, 1) }, "HS3": { try flow($0, 2) }, "HS4": { try flow($0, 3) },
    "HS5": authorize, "HS6": resume, "HS7": identityToken, "HS8": { try exchange($0) }, "HS9": { try exchange($0) },
    "HS10": { try exchange($0) }, "HS11": refusedClient, "HS12": replayedAssertion, "HS13": badCode, "HS14": gateway,
    "HS15": discovery, "HS16": startToken, "HS17": startToken, "HS18": consume, "HS19": legacyInitiate,
    "HS20": legacyVerify, "HS21": validationError,
  ]

  @Test func everyUsedSampleHasARow() throws {
    let wanted = try WireSample.all("hawcx").filter { $0.use != .unused }.map(\.id)
    #expect(Set(wanted) == Set(Self.rows.keys))
  }

  @Test(arguments: rows.keys.sorted()) func sample(_ id: String) throws {
    let sample = try WireSample.named(id)
    let row = try #require(Self.rows[id])
    try row(sample)
  }

  // MARK: The flow

  /// Runs the captured sign-in and compares the exchange at `index` with the sample.
  private static func flow(_ sample: WireSample, _ index: Int) throws {
    let desk = try HawcxWireDesk()
    let exchanges = try desk.signIn()
    for (position, (body, response)) in exchanges.enumerated() where position == index {
      #expect(response.status == sample.status)
      let mismatches = WireShape(try #require(sample.responseBody)).mismatches(try JSONValue(parsing: response.body))
      #expect(mismatches.isEmpty, "\(sample)")
      #expect(response.body.count == sample.json["responseContentLength"]?.integerValue.map(Int.init), "\(sample)")
      #expect(response.headers["Content-Type"] == "application/json")
      try HawcxWireDesk.checkRequestIDs(response)
      if let length = sample.requestContentLength, index > 0 { #expect(body.count == length) }
    }
    #expect(exchanges.count == 4)
  }

  private static func validationError(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = desk.send(["type": "start", "flow_type": "signin", "identifier": "jane@example.com"])
    let body = try JSONValue(parsing: response.body)
    let mismatches = WireShape(try #require(sample.responseBody), free: ["step.message"]).mismatches(body)
    #expect(mismatches.isEmpty)
    // The sample leaves out the members around the step, which every response has. Here no flow has begun, so the
    // session is empty.
    var envelope = try #require(try WireSample.named("HS1").responseBody?.objectValue)
    envelope["step"] = ["…": "the error"]
    envelope["session"] = ""
    #expect(WireShape(.object(envelope)).mismatches(body).isEmpty)
  }

  // MARK: Hosted sign-ins

  private static func authorize(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = try desk.authorize()
    #expect(response.status == sample.status && response.body.isEmpty)
    try HawcxWireDesk.checkRequestIDs(response)
    try checkLocation(response, sample)
  }

  /// Compares the query of `Location` with the sample's: `<login page>?op=<base64url,43>&client_id=<UUID>`.
  private static func checkLocation(_ response: SandboxResponse, _ sample: WireSample) throws {
    let location = try #require(response.headers["Location"])
    let fields = try HawcxWireDesk.fields(of: location)
    let wanted = try #require(sample.json["responseHeaders"]?["location"]?.stringValue)
    let shape = JSONObject(
      wanted.split(separator: "?")[1].split(separator: "&").map { field in
        let halves = field.split(separator: "=", maxSplits: 1).map(String.init)
        return (halves[0], .string(halves[1]))
      })
    #expect(WireShape(.object(shape)).mismatches(fields).isEmpty, "\(location)")
  }

  private static func resume(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = try desk.resume()
    #expect(response.status == sample.status && response.body.isEmpty)
    let location = try #require(response.headers["Location"])
    #expect(location.hasPrefix("http://localhost:5555/callback?code="))
    try checkLocation(response, sample)
    // The hosted sign-in is used up, so a second visit is refused.
    #expect(try desk.resumeAgain().status == 400)
  }

  // MARK: Codes and identity tokens

  private static func identityToken(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let code = try desk.hostedCode()
    let answer = try desk.token([
      ("grant_type", "authorization_code"), ("code", code), ("code_verifier", desk.caller.verifier),
      ("client_id", desk.caller.clientID), ("redirect_uri", HawcxWireDesk.callback),
    ])
    let token = try #require(try JSONValue(parsing: answer.body)["id_token"]?.stringValue)
    let claims = try JSONValue(parsing: JWS(compact: token).payload)
    #expect(WireShape(try #require(sample.responseBody), free: ["iss"]).mismatches(claims).isEmpty)
    let issued = try #require(claims["iat"]?.integerValue)
    #expect(claims["exp"]?.integerValue == issued + 3600 && claims["nbf"]?.integerValue == issued)
    #expect(claims["nonce"]?.stringValue == HawcxWireDesk.nonce)
    #expect(claims["iss"]?.stringValue == desk.caller.sandbox.baseURL + "/hawcx")
  }

  private static func exchange(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let isConfidential = sample.requestBody?["client_assertion"] != nil
    var fields: [String: String] = [
      "code": try desk.caller.authCode("jane@example.com"), "code_verifier": desk.caller.verifier,
      "client_id": isConfidential ? desk.confidentialID : desk.caller.clientID,
      "redirect_uri": HawcxWireDesk.callback,
    ]
    if isConfidential { fields["client_assertion"] = try desk.assertion() }
    let response = try desk.post(sample, fields)
    #expect(response.status == sample.status)
    #expect(
      WireShape(try #require(sample.responseBody)).mismatches(try JSONValue(parsing: response.body)).isEmpty)
  }

  private static func refusedClient(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = try desk.post(
      sample,
      [
        "code": "any", "code_verifier": "any", "client_id": desk.caller.clientID,
        "client_assertion": try desk.assertion(),
      ])
    #expect([400, 401].contains(response.status))
    #expect(try JSONValue(parsing: response.body)["error"] == sample.responseBody?["error"])
  }

  private static func replayedAssertion(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let assertion = try desk.assertion()
    let original = try WireSample.named("HS10")
    for isReplay in [false, true] {
      let response = try desk.post(
        original,
        [
          "code": try desk.caller.authCode("jane@example.com"), "code_verifier": desk.caller.verifier,
          "client_id": desk.confidentialID, "client_assertion": assertion, "redirect_uri": HawcxWireDesk.callback,
        ])
      guard isReplay else {
        #expect(response.status == 200)
        continue
      }
      #expect([400, 401].contains(response.status))
      let body = try JSONValue(parsing: response.body)
      #expect(WireShape(try #require(sample.responseBody)).mismatches(body).isEmpty)
      let said = body["error_description"]?.stringValue ?? ""
      #expect(said.contains("replay") || said.contains("already used"))
    }
  }

  private static func badCode(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = try desk.post(
      try WireSample.named("HS8"),
      ["code": "nonsense", "code_verifier": desk.caller.verifier, "client_id": desk.caller.clientID])
    #expect(response.status == sample.status)
    #expect(
      WireShape(try #require(sample.responseBody)).mismatches(try JSONValue(parsing: response.body)).isEmpty)
  }

  private static func gateway(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let fields = [
      "code": try desk.caller.authCode("jane@example.com"), "code_verifier": desk.caller.verifier,
      "client_id": desk.caller.clientID,
    ]
    let response = try desk.post(try WireSample.named("HS8"), fields, configID: "wrong")
    #expect(response.status == sample.status)
    #expect(String(decoding: response.body, as: UTF8.self).contains("No API key found in request"))
    #expect(try desk.post(try WireSample.named("HS8"), fields).status == 200, "the code was not used up")
  }

  private static func discovery(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = desk.caller.sandbox.handle(SandboxRequest(sample.method, "/hawcx" + sample.path))
    #expect(response.status == sample.status)
    let mismatches = WireShape(
      try #require(sample.responseBody), free: ["issuer", "id_token_signing_alg_values_supported"]
    ).mismatches(try JSONValue(parsing: response.body))
    #expect(mismatches.isEmpty)
  }

  // MARK: Management

  private static func startToken(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let body = WireShape(try #require(sample.requestBody)).filled([
      "subject_userid": "jane@example.com",
      sample.requestBody?["new_mfa_method"] == nil ? "new_phone_number" : "new_mfa_method":
        sample.requestBody?["new_mfa_method"] == nil ? "+14155550100" : "totp",
    ])
    try check(try desk.manage(sample, body), sample)
  }

  private static func consume(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let receipt = try desk.receipt()
    let body = WireShape(try #require(sample.requestBody)).filled(["step_up_receipt": .string(receipt)])
    try check(try desk.manage(sample, body), sample)
    #expect(try desk.manage(sample, body).status == 400, "a receipt is accepted once")
  }

  private static func check(_ response: SandboxResponse, _ sample: WireSample) throws {
    #expect(response.status == sample.status, "\(String(decoding: response.body, as: UTF8.self))")
    #expect(
      WireShape(try #require(sample.responseBody)).mismatches(try JSONValue(parsing: response.body)).isEmpty)
    let signature = try JWS(compact: try #require(response.headers["X-Response-Signature"]))
    let hash = try JSONValue(parsing: signature.payload)["body_sha256"]?.stringValue
    #expect(hash == Base64URL.encode(SHA256.hash(data: response.body)) && signature.keyID != nil)
  }

  // MARK: The earlier sign-in

  private static func legacyInitiate(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    let response = try desk.legacy(sample, ["userid": "jane@example.com", "session_id": "s"])
    #expect([200, 201].contains(response.status))
    #expect(
      WireShape(try #require(sample.responseBody)).mismatches(try JSONValue(parsing: response.body)).isEmpty)
    let refused = try desk.legacy(sample, ["userid": "no address", "session_id": "s"])
    #expect(
      WireShape(try #require(sample.json["errorBodyShape"])).mismatches(try JSONValue(parsing: refused.body)).isEmpty)
  }

  private static func legacyVerify(_ sample: WireSample) throws {
    let desk = try HawcxWireDesk()
    _ = try desk.legacy(try WireSample.named("HS19"), ["userid": "jane@example.com", "session_id": "s"])
    let code = try desk.caller.sandbox.lastCode(to: "jane@example.com")
    let wrong = code == "000000" ? "000001" : "000000"
    let refused = try desk.legacy(
      sample, ["userid": "jane@example.com", "session_id": "s", "verification_data": .string(wrong)])
    #expect(refused.status == 400)
    #expect(
      WireShape(try #require(sample.json["errorBodyShape"])).mismatches(try JSONValue(parsing: refused.body)).isEmpty)
    let response = try desk.legacy(
      sample, ["userid": "jane@example.com", "session_id": "s", "verification_data": .string(code)])
    #expect([200, 201].contains(response.status))
    let body = try JSONValue(parsing: response.body)
    #expect(WireShape(try #require(sample.responseBody)).mismatches(body).isEmpty)
    let text = try #require(body["code"]?.stringValue)
    let exchanged = try desk.token([
      ("grant_type", "authorization_code"), ("code", text), ("client_id", desk.caller.clientID),
    ])
    #expect(exchanged.status == 200)
  }
}
