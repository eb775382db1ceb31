import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The made-up vendor's server, in this process. It supports codes by e-mail, sessions with rotating refresh tokens,
/// and bearer tokens with a proof for each request.
final class AcmeServer: HTTPTransport {
  private struct Account {
    var access: String
    var refresh: String
    var expiresAt: Date
    let userID: String
    let email: String
  }

  private struct State {
    var codes: [String: (email: String, code: String, attemptsLeft: Int)] = [:]
    var flows: [String] = []
    var proofs: Set<String> = []
    var lastCode = ""
    var sessions: [String: Account] = [:]
    var revoked: Set<String> = []
    var refusesSessions = false
    var count = 0
  }

  static let lifetime = 3600.0
  private let clock: any AuthClock
  private let state = Locked(State())

  init(clock: any AuthClock) { self.clock = clock }

  /// The code that was sent most recently.
  var lastCode: String { state.withLock { $0.lastCode } }

  /// The link that was sent most recently.
  var lastLink: String { state.withLock { "acme://back?flow=\($0.flows.last ?? "")&grant=\($0.lastCode)" } }

  /// The handles of all flows so far. With a handle, a client needs only a code.
  var flows: [String] { state.withLock { $0.flows } }

  func refuseSessions() { state.withLock { $0.refusesSessions = true } }

  /// Returns whether no session has this refresh token.
  func isRevoked(_ refresh: Secret?) -> Bool {
    state.withLock { state in !state.sessions.values.contains { $0.refresh == refresh?.revealText() } }
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    let body = request.body.flatMap { bytes -> JSONValue? in try? JSONValue(parsing: bytes) } ?? .null
    let bearer = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    let now = clock.now()
    switch (request.method, request.url.path) {
    case ("POST", "/v1/codes"): return sendCode(body)
    case ("DELETE", "/v1/codes"): return TransportResponse(status: 204)
    case ("POST", "/v1/sessions"): return redeem(body) { Self.answer(for: $0, &$1, now) }
    case ("POST", "/v1/addresses"): return redeem(body) { _, _ in TransportResponse(status: 204) }
    case ("POST", "/v1/sessions/refresh"): return refresh(body, query: request.url.query(), now)
    case ("DELETE", "/v1/sessions"): return revoke(bearer, now)
    case ("GET", "/v1/me"): return me(bearer, request.headers["Acme-Proof"] ?? "", now)
    default: return Self.failure(404, "not_found")
    }
  }

  private func sendCode(_ body: JSONValue) -> TransportResponse {
    guard let email = body["email"]?.stringValue else { return Self.failure(422, "invalid_email") }
    return state.withLock { state in
      state.count += 1
      let flow = "flow-\(state.count)-2f1e0d"
      state.flows.append(flow)
      state.lastCode = String(314_159 + state.count * 1009)
      state.codes[flow] = (email, state.lastCode, 3)
      return Self.json(["flow": .string(flow), "resend_in": 30])
    }
  }

  private func redeem(
    _ body: JSONValue, _ answer: (_ email: String, inout State) -> TransportResponse
  ) -> TransportResponse {
    state.withLock { state in
      guard let flow = body["flow"]?.stringValue, let sent = state.codes[flow] else {
        return Self.failure(410, "flow_expired")
      }
      guard body["code"]?.stringValue == sent.code else {
        state.codes[flow]?.attemptsLeft -= 1
        let left = JSONValue.integer(Int64(sent.attemptsLeft - 1))
        return Self.json(["code": "wrong_code", "note": "It is another one.", "attempts_left": left], status: 401)
      }
      state.codes[flow] = nil
      return answer(sent.email, &state)
    }
  }

  private func refresh(_ body: JSONValue, query: String?, _ now: Date) -> TransportResponse {
    state.withLock { state in
      let token = body["refresh_token"]?.stringValue ?? query.map { String($0.dropFirst("refresh_token=".count)) }
      let known = state.sessions.first { $0.value.refresh == token }
      guard let known, !state.refusesSessions else { return Self.failure(401, "invalid_grant") }
      state.sessions[known.key] = nil
      return Self.answer(for: known.value.email, &state, now)
    }
  }

  private func revoke(_ bearer: String?, _ now: Date) -> TransportResponse {
    state.withLock { state in
      guard let known = state.sessions.first(where: { $0.value.access == bearer }), known.value.expiresAt > now else {
        return Self.failure(401, "invalid_token")
      }
      state.sessions[known.key] = nil
      return TransportResponse(status: 204)
    }
  }

  private func me(_ bearer: String?, _ proof: String, _ now: Date) -> TransportResponse {
    state.withLock { state in
      let made = proof.split(separator: ".").first.flatMap { Double($0) } ?? 0
      guard abs(now.timeIntervalSince1970 - made) < 60, state.proofs.insert(proof).inserted else {
        return Self.failure(401, "invalid_proof")
      }
      guard let known = state.sessions.values.first(where: { $0.access == bearer }), known.expiresAt > now else {
        return Self.failure(401, "invalid_token")
      }
      return Self.json(["id": .string(known.userID)])
    }
  }

  private static func answer(for email: String, _ state: inout State, _ now: Date) -> TransportResponse {
    state.count += 1
    let account = Account(
      access: "acme-access-\(state.count)-9f8e7d", refresh: "acme-refresh-\(state.count)-6c5b4a",
      expiresAt: now.addingTimeInterval(lifetime), userID: "user-of-" + email, email: email)
    state.sessions[account.access] = account
    return json([
      "user": ["id": .string(account.userID), "email": .string(email)], "access_token": .string(account.access),
      "refresh_token": .string(account.refresh), "expires_in": .number(lifetime),
    ])
  }

  private static func failure(_ status: Int, _ code: String) -> TransportResponse {
    json(["code": .string(code)], status: status)
  }

  private static func json(_ body: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}
