public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's server in this process: codes by e-mail, bearer sessions, rotating refresh tokens.
///
/// Write it from the vendor's documents and not from the adapter, so that the two do not share an error. It needs no
/// socket: a provider sends every request through a transport, and this is one.
public actor Scripted__Name__Server: HTTPTransport {
  private struct Account {
    var access: String
    var refresh: String
    var expiresAt: Date
    let email: String
  }

  private let clock: any AuthClock
  private var codes: [String: (email: String, code: String, attemptsLeft: Int)] = [:]
  private var accounts: [Account] = []
  private var known: Set<String> = []
  private var count = 0
  /// The code that was sent last, as the user's mailbox shows it.
  public private(set) var lastCode = ""
  /// Every secret that it issued, which must never show in a log or an error.
  public private(set) var secrets: [String] = []

  /// A new server.
  public init(clock: any AuthClock) { self.clock = clock }

  // CHANGE ME 7: the server's side, and a user's answers. Keep the switches: the conformance suite turns them.

  /// The provider's block of the configuration for this server.
  public static let configuration: JSONObject = [
    "clientId": "client-1", "baseURL": "https://api.vendor.example", "origins": ["https://api.vendor.example"],
  ]

  /// Returns 2xx to a request with a session, and 401 to others.
  public static let protectedURL = "https://api.vendor.example/v1/me"

  /// The correct answer to a prompt; nil for a prompt that this vendor does not have.
  public func rightAnswer(to prompt: Prompt) -> FlowAnswer? {
    switch prompt {
    case .enterEmail: .email("jane@example.com")
    case .enterCode: .code(Secret(lastCode))
    default: nil
    }
  }

  /// A well-formed answer that the server refuses; nil where a prompt has none.
  public func refusedAnswer(to prompt: Prompt) -> FlowAnswer? {
    guard case .enterCode = prompt else { return nil }
    return .code(Secret(lastCode == "000000" ? "000001" : "000000"))
  }

  /// Ends a session on the server: it can no longer be renewed.
  public func end(_ session: Session) { accounts.removeAll { $0.access == session.tokens.access?.revealText() } }

  /// Whether a session has ended on the server.
  public func isOver(_ session: Session) -> Bool {
    !accounts.contains { $0.access == session.tokens.access?.revealText() }
  }

  /// Answers one request.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    let body = Self.json(request.body ?? [])
    let bearer = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    switch (request.method, request.url.path) {
    case ("POST", "/v1/codes"): return sendCode(body)
    case ("POST", "/v1/codes/cancel"): return forget(body)
    case ("POST", "/v1/sessions"): return signIn(body)
    case ("POST", "/v1/sessions/refresh"): return refresh(body)
    case ("DELETE", "/v1/sessions"): return revoke(bearer)
    case ("GET", "/v1/me"): return me(bearer)
    default: return Self.refusal(404, "not_found")
    }
  }

  private func sendCode(_ body: JSONValue) -> TransportResponse {
    guard body["client_id"]?.stringValue == "client-1" else { return Self.refusal(401, "unknown_client") }
    guard let email = body["email"]?.stringValue, email.contains("@") else { return Self.refusal(422, "invalid_email") }
    count += 1
    lastCode = String(314_159 + count * 1009 % 600_000)
    secrets.append(lastCode)
    codes["flow-\(count)"] = (email, lastCode, 3)
    return Self.answer(["flow": .string("flow-\(count)"), "resend_in": 30, "expires_in": 600])
  }

  private func forget(_ body: JSONValue) -> TransportResponse {
    if let flow = body["flow"]?.stringValue { codes[flow] = nil }
    return TransportResponse(status: 204)
  }

  private func signIn(_ body: JSONValue) -> TransportResponse {
    guard let flow = body["flow"]?.stringValue, let sent = codes[flow] else { return Self.refusal(410, "unknown_flow") }
    guard body["code"]?.stringValue == sent.code else {
      let left = sent.attemptsLeft - 1
      codes[flow] = left > 0 ? (sent.email, sent.code, left) : nil
      if left == 0 { return Self.refusal(403, "too_many_attempts") }
      return Self.answer(["error": "wrong_code", "attempts_left": .integer(Int64(left))], status: 401)
    }
    // A code works once.
    codes[flow] = nil
    return open(sent.email)
  }

  private func refresh(_ body: JSONValue) -> TransportResponse {
    let index = accounts.firstIndex { $0.refresh == body["refresh_token"]?.stringValue }
    guard let index else { return Self.refusal(401, "invalid_grant") }
    return open(accounts.remove(at: index).email)
  }

  private func revoke(_ bearer: String?) -> TransportResponse {
    guard let index = accounts.firstIndex(where: { $0.access == bearer }), accounts[index].expiresAt > clock.now()
    else { return Self.refusal(401, "invalid_token") }
    accounts.remove(at: index)
    return TransportResponse(status: 204)
  }

  private func me(_ bearer: String?) -> TransportResponse {
    guard let account = accounts.first(where: { $0.access == bearer }), account.expiresAt > clock.now() else {
      return Self.refusal(401, "invalid_token")
    }
    return Self.answer(["email": .string(account.email)])
  }

  private func open(_ email: String) -> TransportResponse {
    count += 1
    let account = Account(
      access: "scripted-access-\(count)-9f8e7d", refresh: "scripted-refresh-\(count)-6c5b4a",
      expiresAt: clock.now().addingTimeInterval(3600), email: email)
    accounts.append(account)
    secrets += [account.access, account.refresh]
    let isNew = known.insert(email).inserted
    return Self.answer([
      "user": ["id": .string("user-of-" + email), "is_new": .bool(isNew)], "access_token": .string(account.access),
      "refresh_token": .string(account.refresh), "expires_in": 3600,
    ])
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return .null }
  }

  private static func refusal(_ status: Int, _ name: String) -> TransportResponse {
    answer(["error": .string(name)], status: status)
  }

  private static func answer(_ body: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}
