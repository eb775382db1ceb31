import AuthCore
import AuthSandbox
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The connection between one client and the sandbox. It injects the model's faults and keeps the records from which
/// the laws are checked. It parses requests and responses as the receiver does and does not depend on the internals of
/// client or server.
final class HawcxModelWire: HTTPTransport {
  /// A fault of one request; `fair` for none.
  enum Weather: Sendable, CaseIterable {
    case fair, dropRequest, dropAnswer, duplicate, truncate, garbage, serverError, unavailable, tooMany
    /// The request is delayed until the model releases it, before it reaches the server or after the server's response.
    case holdRequest, holdAnswer
  }

  struct Books: Sendable {
    /// The number of the current flow. Only the requests of this flow are counted and get faults and delays.
    var epoch = 0
    var forecast: [Weather] = []
    var requests = 0
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var broken: [String] = []
    /// By session: the visible or internal step that the client has received. There are two steps if the client may
    /// have timed out before it read the later one.
    var steps: [String: Set<String>] = [:]
    /// By session: the value of `steps` before the last response. The client may have dropped that response if the
    /// clock jumped before it was read.
    var earlierSteps: [String: Set<String>] = [:]
    /// By session, step and code: the ids of the requests with that code that reached the server.
    var codes: [String: Set<String>] = [:]
    /// By session: the authorisation codes that the server returned.
    var completions: [String: Set<String>] = [:]
    /// By value of a device's key, index or secret: its owner.
    var owners: [String: String] = [:]
    var users: [String: String] = [:]
    var seen: [String: Int] = [:]
    /// The most recent events, for the report of a broken law.
    var log: [String] = []

    mutating func note(_ text: String) {
      log.append(text)
      if log.count > 24 { log.removeFirst() }
    }

    mutating func broke(_ law: String) { broken.append(law + " after: " + log.joined(separator: " | ")) }
  }

  private let next: SandboxTransport
  private let clock: ManualClock
  private let owner: String
  private let books: HawcxModelLedger
  private let epoch: Int

  /// - Parameters:
  ///   - sandbox: The server.
  ///   - clock: The clock of the flow.
  ///   - owner: The app and the configuration of this connection, for the law of devices.
  ///   - books: The records, which the model shares.
  ///   - epoch: The number of the flow that uses this connection.
  init(_ sandbox: Sandbox, clock: ManualClock, owner: String, books: HawcxModelLedger, epoch: Int) {
    next = SandboxTransport(sandbox: sandbox, clock: clock)
    self.clock = clock
    self.owner = owner
    self.books = books
    self.epoch = epoch
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    // As in every transport: a request that was cancelled before it started is not sent.
    if Task.isCancelled { throw .cancelled }
    let weather = books.withLock { [epoch] books in
      guard books.epoch == epoch else { return Weather.fair }
      books.requests += 1
      return books.forecast.isEmpty ? Weather.fair : books.forecast.removeFirst()
    }
    let action = HawcxModelAction(request)
    let begun = clock.uptime()
    if let action {
      books.withLock { books in
        books.note("\(action.type) \(action.text("code") ?? "") \(action.requestID.prefix(4)) in \(weather)")
        books.sent(action, owner: owner)
      }
    }
    if weather == .holdRequest { await hold() }
    switch weather {
    case .dropRequest: throw AuthError(.network, "The connection was closed before the request arrived.")
    case .serverError: return TransportResponse(status: 500)
    case .unavailable: return TransportResponse(status: 503)
    case .tooMany: return TransportResponse(status: 429, headers: ["Retry-After": "1"])
    default: break
    }
    if let action { books.withLock { $0.arrived(action) } }
    var response = try await next.send(request)
    if weather == .duplicate { response = try await next.send(request) }
    if let action { books.withLock { $0.answered(action, response) } }
    if weather == .holdAnswer { await hold() }
    switch weather {
    case .dropAnswer: throw AuthError(.network, "The connection was closed before the response arrived.")
    case .truncate: response.body = Array(response.body.prefix(response.body.count / 2))
    case .garbage: response.body = Array("\u{0}<!garbage{".utf8) + [0xFF]
    default:
      // The time is read under the lock, so that every response arrives either before a clock jump or counts as late.
      if let action, !Task.isCancelled {
        books.withLock { [clock] in $0.delivered(action, response, isLate: clock.uptime() > begun) }
      }
    }
    return response
  }

  /// Waits until the model releases the request, even if the task is cancelled: the response then arrives late, and the
  /// client has to drop it. Does not wait if the flow has ended.
  private func hold() async {
    await withCheckedContinuation { continuation in
      let isHeld = books.withLock { [epoch] books in
        guard books.epoch == epoch else { return false }
        books.isHeld = true
        books.held.append(continuation)
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }
}

/// The records, which the connections and the model share.
final class HawcxModelLedger: Sendable {
  private let books = Locked(HawcxModelWire.Books())

  func withLock<Result: Sendable>(_ body: (inout HawcxModelWire.Books) -> Result) -> Result {
    books.withLock { body(&$0) }
  }
}

/// One action, parsed from a request as a server does it.
struct HawcxModelAction: Sendable {
  let session: String?
  let type: String
  let requestID: String
  let body: JSONValue

  init?(_ request: TransportRequest) {
    guard request.url.path.hasSuffix("/v1/auth") else { return nil }
    do throws(JSONError) { body = try JSONValue(parsing: request.body ?? []) } catch { return nil }
    session = body["session"]?.stringValue
    type = body["action"]?["type"]?.stringValue ?? ""
    requestID = request.headers["X-Request-Id"] ?? ""
  }

  func text(_ name: String) -> String? { body["action"]?[name]?.stringValue }
}

extension HawcxModelWire.Books {
  /// The actions that each step allows, by the table of legal calls.
  static let legal: [String: Set<String>] = [
    "select_method": ["select_method"], "enter_code": ["submit_code", "resend"], "enter_totp": ["submit_totp"],
    "setup_totp": ["submit_totp"], "setup_sms": ["submit_phone"], "redirect": ["oauth_callback"],
    "await_approval": ["poll"], "setup_device": ["request_challenge"], "device_challenge": ["submit_signature"],
  ]

  mutating func sent(_ action: HawcxModelAction, owner: String) {
    seen[action.type, default: 0] += 1
    switch (action.type, action.session) {
    case ("start", nil):
      let user = owner + " " + (action.text("identifier") ?? "")
      users[action.requestID] = user
      if let device = action.body["action"]?["deviceCredentials"] { claim(device, for: user) }
    case ("start", _?): broke("a start carries a session")
    case ("cancel", _?): break
    case (let type, let session?):
      let known = steps[session, default: []]
      if !known.contains(where: { Self.legal[$0]?.contains(type) == true }) {
        broke("\(type) was sent at \(known.sorted().joined(separator: " or "))")
      }
      if type == "request_challenge", let action = action.body["action"] { claim(action, for: users[session] ?? "") }
    case (let type, nil): broke("\(type) was sent without a session")
    }
  }

  mutating func arrived(_ action: HawcxModelAction) {
    guard ["submit_code", "submit_totp"].contains(action.type), let code = action.text("code") else { return }
    let key = (action.session ?? "") + " " + steps[action.session ?? "", default: []].sorted().joined() + " " + code
    codes[key, default: []].insert(action.requestID)
    if codes[key, default: []].count > 1 { broke("the server received a code twice, in two requests") }
  }

  /// Records the server's response, also if it is lost later.
  mutating func answered(_ action: HawcxModelAction, _ response: TransportResponse) {
    guard let body = parse(response), let session = body["session"]?.stringValue, let step = body["step"] else {
      return
    }
    if action.type == "start" { users[session] = users[action.requestID] }
    if let code = step["authCode"]?.stringValue {
      completions[session, default: []].insert(code)
      if completions[session, default: []].count > 1 { broke("a flow was completed by two codes") }
    }
  }

  /// Records the response that the client received.
  ///
  /// - Parameters:
  ///   - action: The action of the request.
  ///   - response: The response.
  ///   - isLate: Whether the clock jumped in the meantime, so that the client may have timed out already.
  mutating func delivered(_ action: HawcxModelAction, _ response: TransportResponse, isLate: Bool) {
    guard let body = parse(response), let session = body["session"]?.stringValue,
      let type = body["step"]?["type"]?.stringValue
    else { return }
    note("→ \(type) \(body["step"]?["code"]?.stringValue ?? "")")
    if type == "error" {
      seen["error " + (body["step"]?["action"]?.stringValue ?? ""), default: 0] += 1
    } else {
      seen["step " + type, default: 0] += 1
      let known = steps[session, default: []]
      earlierSteps[session] = known
      steps[session] = isLate ? known.union([type]) : [type]
    }
  }

  /// Records a jump of the clock: the deadline of a client may pass before it reads a response that was just delivered.
  mutating func timeJumps() {
    for (session, known) in earlierSteps { steps[session, default: []].formUnion(known) }
  }

  /// Checks that a device's key, index and secret belong to only one user in one app with one configuration.
  private mutating func claim(_ device: JSONValue, for user: String) {
    for name in ["keyset", "hindex", "sk2"] {
      guard let value = device[name]?.stringValue else { continue }
      if let known = owners[value], known != user { broke("the device of \(known) was used by \(user)") }
      owners[value] = user
    }
  }

  private func parse(_ response: TransportResponse) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: response.body) } catch { return nil }
  }
}
