public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Beacon's server as a value in this process: approvals by phone, and sessions that extend themselves.
public actor ScriptedBeaconServer: HTTPTransport {
  private struct Account {
    let token: String
    var validUntil: Date
    let user: String
  }

  private let clock: any AuthClock
  private var approvals: [String: (user: String, questionsLeft: Int)] = [:]
  private var accounts: [Account] = []
  private var count = 0
  private let questionsBeforeApproval: Int
  /// All secrets that it has made; none of them may be shown.
  public private(set) var secrets: [String] = []

  /// A new server.
  ///
  /// - Parameter questionsBeforeApproval: how many polls come before the phone has decided.
  public init(clock: any AuthClock, questionsBeforeApproval: Int = 0) {
    self.clock = clock
    self.questionsBeforeApproval = questionsBeforeApproval
  }

  /// The provider's block of the configuration for this server.
  public static let configuration: JSONObject = [
    "appKey": "app-1", "baseURL": "https://beacon.example", "origins": ["https://beacon.example"],
  ]

  /// Answers requests that have a session with 2xx, others with 401.
  public static let protectedURL = "https://beacon.example/me"

  /// No prompt needs an answer of the user; the phone decides.
  public func rightAnswer(to prompt: Prompt) -> FlowAnswer? { nil }

  /// No answer can be wrong.
  public func refusedAnswer(to prompt: Prompt) -> FlowAnswer? { nil }

  /// Ends a session at the server, which no longer extends it.
  public func end(_ session: Session) { accounts.removeAll { $0.token == session.tokens.access?.revealText() } }

  /// Whether a session has ended at the server.
  public func isOver(_ session: Session) -> Bool {
    !accounts.contains { $0.token == session.tokens.access?.revealText() }
  }

  /// Answers one request.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    let body = Self.json(request.body ?? [])
    let token = request.headers["Beacon-Session"]
    switch (request.method, request.url.path) {
    case ("POST", "/approvals"): return requestApproval(body)
    case ("POST", "/approvals/ask"): return ask(body)
    case ("POST", "/approvals/withdraw"): return withdraw(body)
    case ("POST", "/session/extend"): return extend(token)
    case ("POST", "/session/end"): return end(token)
    case ("GET", "/me"): return me(token)
    default: return Self.refusal(404, "not-found")
    }
  }

  private func requestApproval(_ body: JSONValue) -> TransportResponse {
    guard body["app"]?.stringValue == "app-1" else { return Self.refusal(403, "unknown-app") }
    count += 1
    let request = "request-\(count)-4f1d2a"
    secrets.append(request)
    approvals[request] = (body["user"]?.stringValue ?? "jane@example.com", questionsBeforeApproval)
    return Self.answer([
      "request": .string(request), "shows": .string(String(10 + count * 37 % 90)), "expires_in": 120, "poll_every": 1,
    ])
  }

  private func ask(_ body: JSONValue) -> TransportResponse {
    guard let request = body["request"]?.stringValue, let approval = approvals[request] else {
      return Self.refusal(410, "unknown-request")
    }
    if approval.questionsLeft > 0 {
      approvals[request] = (approval.user, approval.questionsLeft - 1)
      return Self.answer(["state": "waiting"])
    }
    // An approval is collected once.
    approvals[request] = nil
    count += 1
    let account = Account(
      token: "beacon-session-\(count)-7e6d5c", validUntil: clock.now().addingTimeInterval(3600), user: approval.user)
    accounts.append(account)
    secrets.append(account.token)
    return Self.answer([
      "state": "approved", "session": .string(account.token),
      "user": ["id": .string("user-of-" + account.user), "name": "Jane Doe"],
      "valid_until": .number(account.validUntil.timeIntervalSince1970),
    ])
  }

  private func withdraw(_ body: JSONValue) -> TransportResponse {
    if let request = body["request"]?.stringValue { approvals[request] = nil }
    return TransportResponse(status: 204)
  }

  private func extend(_ token: String?) -> TransportResponse {
    guard let index = index(of: token) else { return Self.refusal(401, "session-over") }
    accounts[index].validUntil = clock.now().addingTimeInterval(3600)
    return Self.answer(["valid_until": .number(accounts[index].validUntil.timeIntervalSince1970)])
  }

  private func end(_ token: String?) -> TransportResponse {
    guard let index = index(of: token) else { return Self.refusal(401, "session-over") }
    accounts.remove(at: index)
    return TransportResponse(status: 204)
  }

  private func me(_ token: String?) -> TransportResponse {
    guard let index = index(of: token) else { return Self.refusal(401, "session-over") }
    return Self.answer(["user": .string(accounts[index].user)])
  }

  /// A valid session; an expired one cannot be extended.
  private func index(of token: String?) -> Int? {
    accounts.firstIndex { $0.token == token && $0.validUntil > clock.now() }
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return .null }
  }

  private static func refusal(_ status: Int, _ name: String) -> TransportResponse {
    answer(["problem": ["type": .string(name)]], status: status)
  }

  private static func answer(_ body: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}
