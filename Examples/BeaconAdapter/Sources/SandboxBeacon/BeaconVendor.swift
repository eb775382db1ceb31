import AuthCore
public import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SandboxVendorFactory {
  /// Beacon's servers, for `Sandbox(vendors: [.beacon])`.
  public static let beacon = SandboxVendorFactory { (_, _) throws(AuthError) in BeaconVendor() }
}

/// Beacon's servers as a value: approvals by phone, and sessions that are extended with their own tokens. The sandbox
/// adds the clock, faults, the request log, TLS, and the page on which the user decides.
struct BeaconVendor: SandboxVendor {
  private struct Approval {
    let user: String
    let number: String
    let expiresAt: Date
    /// nil until the user has decided.
    var isApproved: Bool?
  }

  private struct Account {
    let token: String
    var validUntil: Date
    let user: String
  }

  private var approvals: [String: Approval] = [:]
  private var accounts: [Account] = []
  private var known: [String] = []
  /// Every secret that the server has issued, including used and expired ones: nothing is ever removed.
  private var issued: [String] = []

  let name = "beacon"
  let mounts = ["/beacon"]

  func descriptor(baseURL: String) -> JSONObject { ["appKey": "app-1"] }

  /// The provider's block of the configuration for this server.
  func configuration(baseURL: String) -> JSONObject {
    ["appKey": "app-1", "baseURL": .string(baseURL + "/beacon")]
  }

  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass { .vendor(nil) }

  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let body = request.jsonObject else { return Self.refusal(400, "malformed") }
    let token = request.headers["Beacon-Session"]
    switch (request.method, request.route) {
    case ("POST", "/approvals"): return requestApproval(body, world)
    case ("POST", "/approvals/ask"): return ask(body, world)
    case ("POST", "/approvals/withdraw"): return withdraw(body)
    case ("POST", "/session/extend"): return extend(token, world)
    case ("POST", "/session/end"): return end(token, world)
    case ("GET", "/me"): return me(token, world)
    default: return .missingRoute(request)
    }
  }

  private mutating func requestApproval(_ body: JSONObject, _ world: SandboxWorld) -> SandboxResponse {
    guard body["app"]?.stringValue == "app-1" else { return Self.refusal(403, "unknown-app") }
    let id = world.random.token()
    issued.append(id)
    let number = world.random.characters(2, of: "123456789")
    approvals[id] = Approval(
      user: body["user"]?.stringValue ?? "jane@example.com", number: number,
      expiresAt: world.now.addingTimeInterval(120))
    return .json(["request": .string(id), "shows": .string(number), "expires_in": 120, "poll_every": 1])
  }

  private mutating func ask(_ body: JSONObject, _ world: SandboxWorld) -> SandboxResponse {
    guard let id = body["request"]?.stringValue, let approval = approvals[id], approval.expiresAt > world.now else {
      return Self.refusal(410, "unknown-request")
    }
    guard let isApproved = approval.isApproved else { return .json(["state": "waiting"]) }
    // A decision is returned once.
    approvals[id] = nil
    guard isApproved else { return .json(["state": "denied"]) }
    let account = Account(
      token: world.random.token(), validUntil: world.now.addingTimeInterval(3600), user: approval.user)
    accounts.append(account)
    issued.append(account.token)
    if !known.contains(account.user) { known.append(account.user) }
    return .json([
      "state": "approved", "session": .string(account.token),
      "user": ["id": .string(Self.userID(account.user)), "name": "Jane Doe"],
      "valid_until": .number(account.validUntil.timeIntervalSince1970),
    ])
  }

  private mutating func withdraw(_ body: JSONObject) -> SandboxResponse {
    if let request = body["request"]?.stringValue { approvals[request] = nil }
    return SandboxResponse(status: 204)
  }

  private mutating func extend(_ token: String?, _ world: SandboxWorld) -> SandboxResponse {
    guard let index = index(of: token, world) else { return Self.refusal(401, "session-over") }
    accounts[index].validUntil = world.now.addingTimeInterval(3600)
    return .json(["valid_until": .number(accounts[index].validUntil.timeIntervalSince1970)])
  }

  private mutating func end(_ token: String?, _ world: SandboxWorld) -> SandboxResponse {
    guard let index = index(of: token, world) else { return Self.refusal(401, "session-over") }
    accounts.remove(at: index)
    return SandboxResponse(status: 204)
  }

  private func me(_ token: String?, _ world: SandboxWorld) -> SandboxResponse {
    guard let index = index(of: token, world) else { return Self.refusal(401, "session-over") }
    return .json(["user": .string(accounts[index].user)])
  }

  /// Returns the index of a valid session. An expired session cannot be extended.
  private func index(of token: String?, _ world: SandboxWorld) -> Int? {
    accounts.firstIndex { $0.token == token && $0.validUntil > world.now }
  }

  private static func userID(_ user: String) -> String { "user-of-" + user }

  private static func refusal(_ status: Int, _ name: String) -> SandboxResponse {
    .json(["problem": ["type": .string(name)]], status: status, note: name)
  }

  // The actions of the phone and the sandbox's operator, for the page, the tests and the demonstration.

  /// `GET /sandbox/beacon/secrets`: the issued secrets, for the fixture.
  mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse? {
    guard request.method == "GET", request.route == "/secrets" else { return nil }
    return .json(["secrets": .array(issued.map { .string($0) })])
  }

  mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool {
    guard case .challenge(let id) = approval.target, approvals[id] != nil else { return false }
    approvals[id]?.isApproved = approval.isApproved
    return true
  }

  /// Ends all sessions of a user, and returns how many ended. Beacon's sessions have no ids, so one session cannot
  /// be selected.
  mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int {
    let before = accounts.count
    if case .subject(let subject) = target { accounts.removeAll { Self.userID($0.user) == subject } }
    return before - accounts.count
  }

  func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = known.map { SandboxOverview.User(subject: Self.userID($0), identifier: $0, methods: ["push"]) }
    overview.sessions = accounts.enumerated().map { number, account in
      SandboxOverview.Session(
        id: "session-\(number)", subject: Self.userID(account.user), identifier: account.user, kind: "beacon",
        expires: account.validUntil)
    }
    overview.approvals = approvals.filter { $0.value.isApproved == nil }.map { id, approval in
      SandboxOverview.Approval(
        id: id, identifier: approval.user, request: "sign in", number: approval.number, expires: approval.expiresAt)
    }
    return overview
  }

  mutating func reset(world: inout SandboxWorld) { self = BeaconVendor() }
}
