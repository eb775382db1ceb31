import AuthCore
public import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SandboxVendorFactory {
  /// The servers of __Name__, for `Sandbox(vendors: [.__name__])`.
  public static let __name__ = SandboxVendorFactory { (_, _) throws(AuthError) in __Name__Vendor() }
}

/// The vendor's servers as a value: codes by e-mail, bearer sessions, rotating refresh tokens. The sandbox adds the
/// clock, the outbox, faults, policies, the request log, TLS and the pages.
///
/// Write the servers from the vendor's documents and not from the adapter, so that the two do not share an error.
struct __Name__Vendor: SandboxVendor {
  private struct Account {
    let id: String
    var access: String
    var refresh: String
    var expiresAt: Date
    let email: String
  }

  private var codes: [String: (email: String, code: String, attemptsLeft: Int)] = [:]
  private var accounts: [Account] = []
  private var known: [String] = []
  /// Every secret that the server has issued, including used and expired ones: nothing is ever removed.
  private var issued: [String] = []
  private var count = 0

  // CHANGE ME 2: the server's side. The tests, `swift run sandbox` and the sandbox's page use it.

  let name = "__name__"
  let mounts = ["/__name__"]

  func descriptor(baseURL: String) -> JSONObject { ["clientId": "client-1"] }

  /// The provider's block of the configuration for this server.
  func configuration(baseURL: String) -> JSONObject {
    ["clientId": "client-1", "baseURL": .string(baseURL + "/__name__")]
  }

  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass { .vendor(nil) }

  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let body = request.jsonObject else { return Self.refusal(400, "malformed") }
    switch (request.method, request.route) {
    case ("POST", "/v1/codes"): return sendCode(body, &world)
    case ("POST", "/v1/codes/cancel"): return forget(body)
    case ("POST", "/v1/sessions"): return signIn(body, world)
    case ("POST", "/v1/sessions/refresh"): return refresh(body, world)
    case ("DELETE", "/v1/sessions"): return revoke(request.bearerToken, world)
    case ("GET", "/v1/me"): return me(request.bearerToken, world)
    default: return .missingRoute(request)
    }
  }

  private mutating func sendCode(_ body: JSONObject, _ world: inout SandboxWorld) -> SandboxResponse {
    guard body["client_id"]?.stringValue == "client-1" else { return Self.refusal(401, "unknown_client") }
    guard let email = body["email"]?.stringValue, email.contains("@") else { return Self.refusal(422, "invalid_email") }
    let flow = issue(world.random.token())
    let code = issue(world.random.characters(6, of: "0123456789"))
    codes[flow] = (email, code, 3)
    world.send(provider: name, channel: .email, to: email, code: code)
    return .json(["flow": .string(flow), "resend_in": 30, "expires_in": 600])
  }

  private mutating func issue(_ secret: String) -> String {
    issued.append(secret)
    return secret
  }

  private mutating func forget(_ body: JSONObject) -> SandboxResponse {
    if let flow = body["flow"]?.stringValue { codes[flow] = nil }
    return SandboxResponse(status: 204)
  }

  private mutating func signIn(_ body: JSONObject, _ world: SandboxWorld) -> SandboxResponse {
    guard let flow = body["flow"]?.stringValue, let sent = codes[flow] else { return Self.refusal(410, "unknown_flow") }
    guard body["code"]?.stringValue == sent.code else {
      let left = sent.attemptsLeft - 1
      codes[flow] = left > 0 ? (sent.email, sent.code, left) : nil
      if left == 0 { return Self.refusal(403, "too_many_attempts") }
      return .json(["error": "wrong_code", "attempts_left": .integer(Int64(left))], status: 401)
    }
    // A code works once.
    codes[flow] = nil
    count += 1
    return open("session-\(count)", sent.email, world)
  }

  private mutating func refresh(_ body: JSONObject, _ world: SandboxWorld) -> SandboxResponse {
    let index = accounts.firstIndex { $0.refresh == body["refresh_token"]?.stringValue }
    guard let index else { return Self.refusal(401, "invalid_grant") }
    let old = accounts.remove(at: index)
    return open(old.id, old.email, world)
  }

  private mutating func revoke(_ token: String?, _ world: SandboxWorld) -> SandboxResponse {
    guard let index = index(of: token, world) else { return Self.refusal(401, "invalid_token") }
    accounts.remove(at: index)
    return SandboxResponse(status: 204)
  }

  private func me(_ token: String?, _ world: SandboxWorld) -> SandboxResponse {
    guard let index = index(of: token, world) else { return Self.refusal(401, "invalid_token") }
    return .json(["email": .string(accounts[index].email)])
  }

  private func index(of token: String?, _ world: SandboxWorld) -> Int? {
    accounts.firstIndex { $0.access == token && $0.expiresAt > world.now }
  }

  private mutating func open(_ id: String, _ email: String, _ world: SandboxWorld) -> SandboxResponse {
    let account = Account(
      id: id, access: issue(world.random.token()), refresh: issue(world.random.token()),
      expiresAt: world.now.addingTimeInterval(3600), email: email)
    accounts.append(account)
    let isNew = !known.contains(email)
    if isNew { known.append(email) }
    return .json([
      "user": ["id": .string(Self.userID(email)), "is_new": .bool(isNew)], "access_token": .string(account.access),
      "refresh_token": .string(account.refresh), "expires_in": 3600,
    ])
  }

  private static func userID(_ email: String) -> String { "user-of-" + email }

  private static func refusal(_ status: Int, _ name: String) -> SandboxResponse {
    .json(["error": .string(name)], status: status, note: name)
  }

  // The operations of the sandbox's operator. The conformance suite and the page use them.

  /// Ends one session, or all sessions of a user, and returns how many ended.
  mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int {
    let before = accounts.count
    switch target {
    case .subject(let subject): accounts.removeAll { Self.userID($0.email) == subject }
    case .session(let id): accounts.removeAll { $0.id == id }
    }
    return before - accounts.count
  }

  /// `GET /sandbox/__name__/secrets`: the issued secrets, for the fixture.
  mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse? {
    guard request.method == "GET", request.route == "/secrets" else { return nil }
    return .json(["secrets": .array(issued.map { .string($0) })])
  }

  /// Users and sessions for the page.
  func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = known.map {
      SandboxOverview.User(subject: Self.userID($0), identifier: $0, methods: ["email_otp"])
    }
    overview.sessions = accounts.map { account in
      SandboxOverview.Session(
        id: account.id, subject: Self.userID(account.email), identifier: account.email, kind: "bearer",
        expires: account.expiresAt)
    }
    return overview
  }

  mutating func reset(world: inout SandboxWorld) { self = __Name__Vendor() }
}
