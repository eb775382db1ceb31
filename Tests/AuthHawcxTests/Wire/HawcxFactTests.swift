import AuthCore
import AuthCrypto
import AuthTesting
import Testing
import WireSamples

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The wire facts that the first version of this package got wrong. Each test names the fact's number in
/// Documentation/Protocols/Hawcx.md.
@Suite struct HawcxFactTests {
  /// The requests of the captured sign-in, from start to proof.
  private func requests() async throws -> [TransportRequest] {
    let script = HawcxWireScript(try HawcxWireScript.enrolment())
    let flow = script.signIn(try script.client())
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: "123456")
    _ = try await reader.result()
    return script.transport.requests
  }

  private func action(_ index: Int) async throws -> (members: JSONValue, length: Int) {
    let request = try await requests()[index]
    let action = try #require(try JSONValue(parsing: request.body ?? [])["action"])
    return (action, (request.body ?? []).count)
  }

  /// The number of bytes in the body of the captured request.
  private func length(_ sample: String) throws -> Int {
    try #require(try WireSample.named(sample).requestContentLength)
  }

  private func bytes(_ value: JSONValue?) throws -> [UInt8] { try #require(Base64.decode(value?.stringValue ?? "")) }

  @Test("H5: the SDK identifies itself in x-hawcx-sdk, x-hawcx-sdk-version, x-hawcx-platform and x-os")
  func identityHeaders() async throws {
    let headers = try #require(try await requests().first).headers
    #expect(headers["x-hawcx-sdk"] == "latchkey-swift" && headers["x-hawcx-sdk-version"] == PackageVersion.current)
    #expect(headers["x-hawcx-platform"] == HawcxPlatform.name && headers["x-os"] == HawcxPlatform.system)
    for name in ["X-SDK-Name", "X-SDK-Version", "X-SDK-Platform"] { #expect(headers[name] == nil) }
  }

  @Test("H6: a request has the captured headers, and only the request id of our own") func noOtherHeader()
    async throws
  {
    let captured = try WireSample.named("HS2").requestHeaders.keys.map { $0.lowercased() }
    for request in try await requests() {
      #expect(Set(request.headers.fields.map { $0.name.lowercased() }) == Set(captured + ["x-request-id"]))
    }
  }

  @Test("H9: envelope members are camelCase, and a code's request has 119 bytes") func envelope() async throws {
    let request = try await requests()[1]
    let body = try JSONValue(parsing: request.body ?? [])
    #expect(body.objectValue?.members.map(\.name) == ["protocolVersion", "session", "action"])
    #expect(request.body?.count == (try length("HS2")))
  }

  @Test("H11: the members of a start have the iOS client's names") func startMembers() {
    var start = HawcxStart(
      flowType: .signUp, identifier: "j", startToken: Secret("t"), inviteCode: "i", codeChallenge: "c")
    start.device = HawcxDeviceCredentials(keyset: "k", index: "h", secret: Secret([1]))
    let action = HawcxJSONCodec().encode(.start(start), session: nil)["action"]?.objectValue
    #expect(
      Set(action?.members.map(\.name) ?? []) == [
        "type", "flowType", "identifier", "startToken", "inviteCode", "codeChallenge", "deviceCredentials",
      ])
  }

  @Test("H22: a start carries the session of a hosted sign-in, of 43 characters") func hostedSession() async throws {
    #expect(try await action(0).members["opSessionId"]?.stringValue == HawcxWireScript.hostedSession)
    let script = HawcxWireScript { (_, _) throws(AuthError) in [:] }
    for text in ["short", String(repeating: "a", count: 44), "äää"] {
      var request = FlowRequest(identifier: "jane@example.com")
      request.profile.hawcxHostedSession = text
      var reader = FlowReader(try script.client().start(request))
      #expect(try await reader.failure().code == .invalidRequest)
    }
    #expect(script.transport.requests.isEmpty)
  }

  @Test("H26: deviceCredentials contains the enrolled device") func deviceCredentials() {
    var start = HawcxStart(flowType: .signIn, identifier: "j")
    start.device = HawcxDeviceCredentials(keyset: "k", index: "h", secret: Secret([0xFB, 0xFF]))
    let action = HawcxJSONCodec().encode(.start(start), session: nil)["action"]
    #expect(action?["deviceCredentials"] == ["keyset": "k", "hindex": "h", "sk2": "+/8="])
  }

  @Test("H27: a method is selected by methodId") func methodID() {
    let action = HawcxJSONCodec().encode(.selectMethod("totp"), session: "s")["action"]
    #expect(action == ["type": "select_method", "methodId": "totp"])
  }

  @Test("H31: request_challenge has 390 bytes: texts of 160, 44 and 44 characters") func requestChallenge() async throws
  {
    let (action, length) = try await action(2)
    #expect(length == (try self.length("HS3")))
    #expect(["keyset", "hindex", "sk2"].map { action[$0]?.stringValue?.utf8.count } == [160, 44, 44])
  }

  @Test("H32: submit_signature has 388 bytes: texts of 64, 88 and 92 characters") func submitSignature() async throws {
    let (action, length) = try await action(3)
    #expect(length == (try self.length("HS4")))
    #expect(["keyId", "signature", "mapp"].map { action[$0]?.stringValue?.utf8.count } == [64, 88, 92])
  }

  @Test("H36: the step names the channel of a code") func channel() throws {
    let response = try HawcxJSONCodec().decode(
      ["session": "s", "step": ["type": "enter_code", "destination": "j***", "channel": "sms"]])
    #expect(response.channel == .sms)
  }

  @Test("H52: validation_error lets the user correct what was entered") func validationError() throws {
    var script = try HawcxScript.atCode()
    _ = script.flow.answered(.code(Secret("123456")))
    let refused: JSONValue = [
      "type": "error", "code": "validation_error", "action": "retry_input", "retryable": true, "message": "m",
    ]
    let step = try script.server(refused)
    let error = try #require(step.context?.lastError)
    #expect(step.prompt?.name == "enterCode")
    #expect(error.code == .invalidRequest && error.recovery == .retryInput && error.vendorCode == "validation_error")
    // If the error at the start names the identifier, the flow asks the user for it again.
    var early = HawcxScript(identifier: "jane@example.com")
    _ = early.flow.begin()
    var named = refused.objectValue ?? [:]
    named["details"] = ["errors": [["field": "action.identifier", "message": "is not an e-mail address"]]]
    let again = try early.server(.object(named), session: nil)
    #expect(again.prompt?.name == "enterEmail" && again.context?.lastError?.code == .invalidRequest)
    #expect(again.context?.lastError?.fieldErrors.first?.message == "is not an e-mail address")
    // The same holds if the error names no member, because the user entered only the identifier.
    early = HawcxScript(identifier: "jane@example.com")
    _ = early.flow.begin()
    #expect(try early.server(refused, session: nil).prompt?.name == "enterEmail")
    // The user cannot correct a value that they did not enter.
    early = HawcxScript(identifier: "jane@example.com")
    _ = early.flow.begin()
    named["details"] = ["errors": [["field": "action.codeChallenge", "message": "m"]]]
    #expect(try early.server(.object(named), session: nil).failure?.code == .invalidRequest)
  }

  @Test("H58: a keyset is 120 bytes that open with sk2 to a public key and the sealed salt") func keyset() async throws
  {
    let (action, _) = try await action(2)
    let keyset = try bytes(action["keyset"])
    #expect(keyset.count == 120)
    let opened = try AES.GCM.open(
      AES.GCM.SealedBox(combined: keyset), using: SymmetricKey(data: try bytes(action["sk2"])))
    #expect(Array(opened).count == 92)
  }

  @Test("H59: the sealed salt is 60 bytes, and the device opens the returned one") func sealedSalt() throws {
    let layout = HawcxDeviceLayout()
    let root = Secret([UInt8](repeating: 1, count: 32))
    let salt = try layout.sealedSalt(root: root, domain: "d", nonce: [UInt8](repeating: 2, count: 12))
    #expect(salt.count == 60 && salt.prefix(12) == [UInt8](repeating: 2, count: 12)[...])
    #expect(layout.isOwn(salt: salt, root: root, domain: "d"))
    var damaged = salt
    damaged[30] ^= 1
    #expect(!layout.isOwn(salt: damaged, root: root, domain: "d"))
    #expect(!layout.isOwn(salt: [], root: root, domain: "d"))
  }

  @Test("H60: mapp is the message: 32 bytes of challenge and 36 of domain") func message() async throws {
    let (action, _) = try await action(3)
    let message = try bytes(action["mapp"])
    #expect(message == [UInt8](repeating: 5, count: 32) + Array(HawcxWireScript.project.utf8))
  }

  @Test("H61: the signature is 64 bytes of Ed25519 over the message, in padded base64") func signature() async throws {
    let requests = try await requests()
    let first = try #require(try JSONValue(parsing: requests[2].body ?? [])["action"])
    let second = try #require(try JSONValue(parsing: requests[3].body ?? [])["action"])
    let opened = try AES.GCM.open(
      AES.GCM.SealedBox(combined: try bytes(first["keyset"])), using: SymmetricKey(data: try bytes(first["sk2"])))
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: Array(opened).prefix(32))
    #expect(key.isValidSignature(try bytes(second["signature"]), for: try bytes(second["mapp"])))
  }

  @Test("H62: the server names the key, and gets the name back unchanged") func keyID() async throws {
    let (action, _) = try await action(3)
    #expect(action["keyId"] == HawcxWireScript.keyID)
  }

  @Test("H76: an assertion is sent only to an issuer that accepts it") func assertionMethod() throws {
    let issuer = try #require(URL(string: "https://t.example"))
    func metadata(_ methods: JSONValue?) throws -> HawcxMetadata {
      var object: JSONObject = [
        "issuer": "https://t.example", "token_endpoint": "https://t.example/t", "jwks_uri": "https://t.example/k",
        "id_token_signing_alg_values_supported": ["ES256"],
      ]
      object["token_endpoint_auth_methods_supported"] = methods
      return try HawcxMetadata(.object(object), askedOf: issuer)
    }
    for methods: JSONValue in [["none"], [], ["client_secret_basic"]] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try metadata(methods).checkAssertions() }
    }
    try metadata(["none", "private_key_jwt"]).checkAssertions()
    // An issuer whose metadata lists no methods gets the assertion, too.
    try metadata(nil).checkAssertions()
  }
}

extension HawcxFactTests {
  @Test("H14: a poll response that differs only in its trace publishes nothing") func polls() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    func meta(_ trace: String) -> JSONObject {
      ["meta": ["traceId": .string(trace), "expiresAt": "2036-01-01T00:15:00Z"]]
    }
    let first = try script.server(HawcxScript.approval, around: meta("one"))
    _ = script.flow.answered(.poll)
    let second = try script.server(HawcxScript.approval, around: meta("two"))
    #expect(first.context == second.context && first.prompt == second.prompt)
    var other = HawcxScript.approval.objectValue ?? [:]
    other["qrData"] = "another"
    _ = script.flow.answered(.poll)
    let third = try script.server(.object(other), around: meta("three"))
    #expect(third.context?.traceID == "three" && third.prompt != first.prompt)
  }
}
