import AuthCore
package import AuthSandboxKit

extension AuthsignalVendor {
  static let socketPath = "/ws-v1-challenge"

  /// `GET /ws-v1-challenge`: opens a page's WebSocket. A page cannot set header fields of the handshake, so one of the
  /// subprotocols that it offers names the tenant or contains the user's token. The other one is the vendor's
  /// subprotocol, which the server selects (A66, A67).
  mutating func openSocket(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> SandboxResponse
  {
    let handshake: WebSocketHandshake
    switch WebSocketHandshake.read(request) {
    case .success(let read): handshake = read
    case .failure(let refusal): return refusal.response
    }
    guard handshake.subprotocols.contains(Self.subprotocol) else {
      throw .invalid("The client must offer the subprotocol \(Self.subprotocol).")
    }
    let authorization = handshake.subprotocols.lazy.compactMap(Self.authorization).first
    var caller = HTTPHeaders()
    caller["Authorization"] = authorization
    _ = try optionalBearer(SandboxRequest("GET", request.target, headers: caller), world: world)
    let id = SandboxSocketID(world.random.uuid())
    records.sockets[id] = AuthsignalSocket(
      authorization: authorization ?? "", userAgent: request.headers["User-Agent"])
    return handshake.response(id, subprotocol: Self.subprotocol)
  }

  package func knows(_ socket: SandboxSocketID) -> Bool { records.sockets[socket] != nil }

  package mutating func socketDidClose(_ socket: SandboxSocketID) { records.sockets[socket] = nil }

  /// Handles `CREATE_CHALLENGE {challengeType, actionCode, custom?}`, and replies with `CHALLENGE_CREATED` (A68, A69).
  /// GUESS A108: any other message, or one that would be refused over HTTP, closes the socket with 1008 and the reason.
  /// The vendor's clients do not send such a message.
  package mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld) {
    guard let line = records.sockets[socket] else { return }
    guard let message = JSONValue(untrusted: text.utf8), message["type"]?.stringValue == "CREATE_CHALLENGE",
      let data = message["data"], data["challengeType"]?.stringValue == "QR_CODE"
    else { return refuse(socket, "Send CREATE_CHALLENGE with challengeType QR_CODE.") }
    var body = JSONObject()
    body["action"] = data["actionCode"]
    body["custom"] = data["custom"]
    var headers: HTTPHeaders = ["Authorization": line.authorization]
    headers["User-Agent"] = line.userAgent
    // This is the same call as over HTTP, with the socket's credentials.
    let answer = api(
      SandboxRequest("POST", "/authsignal/v1/client/challenge/qr-code", json: .object(body), headers: headers),
      world: &world)
    guard answer.status == 200, let made = JSONValue(untrusted: answer.body),
      let id = made["challengeId"]?.stringValue, let challenge = records.deviceChallenges[id]
    else { return refuse(socket, answer.note ?? "refused") }
    records.sockets[socket]?.follow(id, state: Self.state(of: challenge))
    say(
      "CHALLENGE_CREATED",
      [
        "challengeId": .string(id), "challengeType": "QR_CODE",
        "expiresAt": .string(ISO8601.encode(challenge.expires)), "state": .string(Self.state(of: challenge)),
      ], on: socket)
  }

  /// Returns the queued replies, and a `STATE_CHANGE` for each followed QR code that any request has claimed or decided
  /// since the last call (A68).
  package mutating func socketNews(
    world: SandboxWorld
  ) -> [(socket: SandboxSocketID, news: SandboxSocketNews)] {
    var news: [(socket: SandboxSocketID, news: SandboxSocketNews)] = []
    for id in records.sockets.keys {
      for picture in records.sockets[id]?.pictures ?? [] { tell(picture, on: id, world) }
      news += (records.sockets[id]?.news ?? []).map { (id, $0) }
      records.sockets[id]?.news = []
    }
    return news
  }

  private mutating func tell(_ picture: AuthsignalSocket.Picture, on socket: SandboxSocketID, _ world: SandboxWorld) {
    let challenge = records.deviceChallenges[picture.challengeID]
    let state = challenge.map(Self.state)
    guard state != picture.state else { return }
    // The state of a decided or deleted QR code does not change again.
    records.sockets[socket]?.pictures.removeAll { $0.challengeID == picture.challengeID }
    guard let challenge, let state else { return }
    var data: JSONObject = ["challengeId": .string(challenge.id), "state": .string(state)]
    if state == "approved", let key = challenge.key {
      let username = records.users[key.userID]?.profile["username"]?.stringValue
      data["accessToken"] = .string(completedToken(key, username: username, world: world))
    }
    if challenge.isApproved == nil { records.sockets[socket]?.follow(challenge.id, state: state) }
    say("STATE_CHANGE", data, on: socket)
  }

  private mutating func say(_ type: String, _ data: JSONObject, on socket: SandboxSocketID) {
    let message: JSONValue = ["type": .string(type), "data": .object(data)]
    records.sockets[socket]?.news.append(.text(message.serializedText))
  }

  private mutating func refuse(_ socket: SandboxSocketID, _ reason: String) {
    records.sockets[socket]?.news.append(.close(.policyViolation, reason))
  }

  private static let subprotocol = "authsignal-ws"

  /// The value of `Authorization` that a subprotocol stands for; nil for any subprotocol without credentials.
  private static func authorization(_ offered: String) -> String? {
    let tenant = "x.authsignal.tenant."
    let token = "x.authsignal.token."
    if offered.hasPrefix(tenant) {
      return "Basic " + Base64.encode(Array((offered.dropFirst(tenant.count) + ":").utf8))
    }
    return offered.hasPrefix(token) ? "Bearer " + offered.dropFirst(token.count) : nil
  }

  private static func state(of challenge: AuthsignalDeviceChallenge) -> String {
    switch challenge.isApproved {
    case true?: "approved"
    case false?: "rejected"
    case nil: challenge.userID == nil ? "unclaimed" : "claimed"
    }
  }
}
