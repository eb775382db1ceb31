import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// QR codes over a WebSocket: a message creates a challenge, and the server notifies the client when another request
/// changes it.
@Suite struct AuthsignalSocketTests {
  private let key = P256.Signing.PrivateKey()
  private let desk: AuthsignalDesk

  init() throws {
    desk = try AuthsignalDesk()
    let body: JSONValue = ["publicKey": publicKey, "deviceName": "Phone", "devicePlatform": "ios"]
    let enrolled = try desk.client("POST", "/user-authenticators/qr-code", body, token: try desk.enrolledByEmail())
    try #require(enrolled.status == 200)
  }

  private var publicKey: JSONValue { .string(Base64.encode(Array(key.publicKey.derRepresentation))) }

  private func signed(_ id: String, _ body: JSONObject = [:]) throws -> JSONValue {
    var body = body
    body["challengeId"] = .string(id)
    body["publicKey"] = publicKey
    body["signature"] = .string(Base64.encode(Array(try key.signature(for: Array(id.utf8)).derRepresentation)))
    return .object(body)
  }

  private func phone(_ path: String, _ body: JSONValue) throws -> AuthsignalDesk.Answer {
    let basic = "Basic \(Base64.encode(Array((desk.tenantID + ":").utf8)))"
    return try desk.call(
      "POST", "/authsignal/v1/client/user-authenticators/qr-code" + path, body, headers: ["Authorization": basic])
  }

  private func claim(_ id: String) throws { #expect(try phone("/challenge/claim", try signed(id)).status == 200) }
  private func decide(_ id: String, _ isApproved: Bool) throws {
    #expect(try phone("/challenge", try signed(id, ["approved": .bool(isApproved)])).status == 200)
  }

  private func line() throws -> AuthsignalLine { try AuthsignalLine(desk, "tenant." + desk.tenantID) }

  private static func state(_ messages: [JSONValue]) -> [String] {
    messages.compactMap { $0["data"]?["state"]?.stringValue }
  }

  @Test("A66, A68, A69: a QR code is created, claimed and approved") func approved() throws {
    let line = try line()
    #expect(line.answer.status == 101)
    #expect(line.answer.headers["Sec-WebSocket-Protocol"] == "authsignal-ws")
    let made = try line.create(custom: ["amount": 7])
    let id = try #require(made["data"]?["challengeId"]?.stringValue)
    #expect(made["type"] == "CHALLENGE_CREATED")
    #expect(made["data"]?["challengeType"] == "QR_CODE")
    #expect(made["data"]?["state"] == "unclaimed")
    #expect(made["data"]?["expiresAt"]?.stringValue.flatMap { ISO8601.decode($0) } != nil)
    #expect(try line.heard().isEmpty)
    try claim(id)
    #expect(
      try line.heard() == [["type": "STATE_CHANGE", "data": ["challengeId": .string(id), "state": "claimed"]]])
    try decide(id, true)
    let approved = try line.heard()
    #expect(Self.state(approved) == ["approved"])
    let token = try #require(approved.first?["data"]?["accessToken"])
    let proof = try desk.server("POST", "/validate", ["token": token])
    #expect(proof["isValid"] == true && proof["action"] == "signIn" && proof["verificationMethod"] == "QR_CODE")
    // No notification is repeated.
    _ = try desk.call("GET", "/sandbox/clock")
    #expect(line.news().isEmpty)
  }

  @Test("A68: a QR code can be rejected, also by a control route") func rejected() throws {
    let line = try line()
    let first = try #require(try line.create()["data"]?["challengeId"]?.stringValue)
    let second = try #require(try line.create()["data"]?["challengeId"]?.stringValue)
    try claim(first)
    try claim(second)
    try decide(first, false)
    _ = try desk.call("POST", "/sandbox/approve", ["challengeId": .string(second), "decision": "deny"])
    let heard = try line.heard()
    #expect(Self.state(heard) == ["claimed", "claimed", "rejected", "rejected"])
    #expect(heard.suffix(2).allSatisfy { $0["data"]?["accessToken"] == nil })
    #expect(heard.map { $0["data"]?["challengeId"]?.stringValue } == [first, second, first, second])
  }

  @Test func eachConnectionGetsItsOwnNotifications() throws {
    let lines = [try line(), try line()]
    let ids = try lines.map { try #require(try $0.create()["data"]?["challengeId"]?.stringValue) }
    try claim(ids[1])
    #expect(lines[0].news().isEmpty)
    #expect(Self.state(try lines[1].heard()) == ["claimed"])
    lines[0].hangUp()
    try claim(ids[0])
    #expect(lines[0].news().isEmpty)
  }

  @Test("A66, A67: a sub-protocol names the tenant or holds the user's token") func opensForATenantOrAToken() throws {
    let token = try desk.track()
    let line = try AuthsignalLine(desk, "token." + token)
    #expect(try line.create()["type"] == "CHALLENGE_CREATED")
    for who in ["tenant.other", "tenant.", "token.x", "token.\(token)x", "other.\(desk.tenantID)"] {
      let answer = desk.sandbox.handle(AuthsignalLine.handshake(who))
      #expect(answer.status == 401 && answer.socket == nil, "\(who)")
      #expect(answer.json["errorCode"] == "unauthorized", "\(who)")
    }
    var request = AuthsignalLine.handshake("tenant." + desk.tenantID)
    var headers = request.headers
    headers["Sec-WebSocket-Protocol"] = "x.authsignal.tenant." + desk.tenantID
    request = SandboxRequest("GET", AuthsignalLine.path, headers: headers)
    #expect(desk.sandbox.handle(request).status == 400)
    #expect(desk.sandbox.handle(SandboxRequest("GET", AuthsignalLine.path)).status == 426)
  }

  /// Browsers send no preflight for a WebSocket, so the server checks the page's origin.
  @Test func refusesPagesOfOtherOrigins() throws {
    let who = "tenant." + desk.tenantID
    #expect(desk.sandbox.handle(AuthsignalLine.handshake(who, origin: "http://localhost:5173")).status == 101)
    #expect(desk.sandbox.handle(AuthsignalLine.handshake(who, origin: "https://other.example")).status == 403)
    _ = try desk.call(
      "POST", "/sandbox/policy", ["provider": "authsignal", "allowedOrigins": ["https://other.example"]])
    #expect(desk.sandbox.handle(AuthsignalLine.handshake(who, origin: "https://other.example")).status == 101)
  }

  @Test("A108: an invalid message closes the socket with 1008") func invalidMessageClosesTheSocket() throws {
    for text in ["", "x", "[]", "{\"type\":\"HELLO\"}", "{\"type\":\"CREATE_CHALLENGE\",\"data\":{}}"] {
      let line = try line()
      line.send(text: text)
      guard case .close(.policyViolation, let reason)? = line.news().last else {
        Issue.record("\(text) is accepted")
        continue
      }
      #expect(!reason.isEmpty)
      line.send(text: text)
      #expect(line.news().isEmpty)
    }
    let line = try line()
    line.send(["type": "CREATE_CHALLENGE", "data": ["challengeType": "QR_CODE", "actionCode": "no spaces"]])
    #expect(line.news().last == .close(.policyViolation, "invalid_request"))
  }

  @Test func resetClosesTheSocket() throws {
    let line = try line()
    _ = try line.create()
    _ = try desk.call("POST", "/sandbox/reset")
    #expect(line.news() == [.close(.goingAway, "The sandbox was reset.")])
    #expect(!desk.sandbox.attach(try #require(line.answer.socket)) { _ in })
  }

  /// The handshake is logged, and faults apply to it, as for any other request.
  @Test func faultsAndTheLog() throws {
    let request = AuthsignalLine.handshake("tenant." + desk.tenantID)
    func exchange(_ kind: String, _ value: JSONValue = nil) throws -> SandboxExchange {
      let fault: JSONValue = ["match": "/authsignal", "kind": .string(kind), "value": value, "times": 1]
      #expect(try desk.call("POST", "/sandbox/faults", fault).status == 200)
      return desk.sandbox.exchange(request)
    }
    #expect(desk.sandbox.exchange(request).response?.status == 101)
    #expect(try exchange("status", 503).response?.status == 503)
    for kind in ["drop", "truncate", "garbage"] { #expect(try exchange(kind).response == nil, "\(kind)") }
    #expect(try exchange("drop", "after").response == nil)
    #expect(try exchange("delay", 5).delay > .zero)
    let twice = try exchange("duplicate")
    #expect(desk.sandbox.attach(try #require(twice.response?.socket)) { _ in })
    let log = desk.sandbox.log()
    #expect(log.map { $0["status"] } == [101, 503, 0, 101, 101, 0, 101, 101, 101])
    #expect(log.allSatisfy { $0["provider"] == "authsignal" && $0["path"] == .string(AuthsignalLine.path) })
  }
}
