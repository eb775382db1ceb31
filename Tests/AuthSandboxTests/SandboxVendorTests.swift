import AuthCore
import AuthSandbox
import Testing

/// A sandbox with selected vendors, and a sandbox with an external vendor.
@Suite struct SandboxVendorTests {
  @Test func onlyTheChosenVendorsAreServed() throws {
    let sandbox = try Sandbox(vendors: [.privy, .hawcx])
    let names = sandbox.configuration["providers"]?.objectValue?.members.map(\.name)
    #expect(names == ["privy", "hawcx"])
    #expect(sandbox.configuration["provider"] == "privy")
    #expect(sandbox.descriptor["turnkey"] == nil)
    let missing = sandbox.post("/turnkey/public/v1/query/whoami")
    #expect(missing.status == 404)
    #expect(missing.json["error"] == "not_found")
    let policy = sandbox.post("/sandbox/policy", ["provider": "turnkey", "otpLength": 8])
    #expect(policy.status == 400)
    #expect(policy.json["message"] == "provider is missing or unknown. Send one of privy, hawcx.")
  }

  /// The status 501 means that the sandbox does not have the route, although the vendor may. Vendors do not use 501.
  @Test(arguments: [
    ("POST", "/turnkey/public/v1/nothing"), ("GET", "/turnkey-oauth/nothing"), ("GET", "/privy/nothing"),
    ("POST", "/hawcx/nothing"), ("GET", "/authsignal/nothing"),
    ("POST", "/oidc/nothing"),
  ])
  func unknownVendorRouteReturns501(method: String, path: String) throws {
    let sandbox = try Sandbox()
    let response = sandbox.handle(SandboxRequest(method, path, body: Array("{}".utf8)))
    #expect(response.status == 501)
    #expect(String(decoding: response.body, as: UTF8.self).contains("he sandbox does not"))
  }

  @Test func defaultSandboxServesAllVendors() throws {
    let members = try Sandbox().configuration["providers"]?.objectValue?.members
    #expect(members?.map(\.name) == ["turnkey", "privy", "hawcx", "authsignal", "oidc"])
  }

  @Test func sandboxWithoutVendorsServesItsOwnRoutes() throws {
    let sandbox = try Sandbox(vendors: [])
    #expect(sandbox.handle(SandboxRequest("GET", "/")).status == 200)
    #expect(sandbox.configuration["provider"] == nil)
  }

  @Test func externalVendorHasClockOutboxPolicyFaultsLogAndPage() throws {
    let sandbox = try Sandbox(vendors: [.acme], clock: FixedClock())
    #expect(sandbox.descriptor["acme"]?["clientId"]?.stringValue?.isEmpty == false)
    #expect(sandbox.keyring.entries["acme.clientId"] != nil)

    #expect(sandbox.post("/acme/code", ["to": "jane@example.com"]).status == 200)
    #expect(try sandbox.lastCode(to: "jane@example.com") == "1234")
    _ = sandbox.post("/sandbox/policy", ["provider": "acme", "code": "9876"])
    _ = sandbox.post("/sandbox/clock", ["advanceSeconds": 60])
    let later = sandbox.post("/acme/code", ["to": "jane@example.com"])
    #expect(try sandbox.lastCode(to: "jane@example.com") == "9876")
    #expect(later.json["at"] == .integer(FixedClock.unixTime + 60))

    _ = sandbox.post("/sandbox/faults", ["match": "/acme", "kind": "status", "value": 503, "times": 1])
    let request = SandboxRequest("POST", "/acme/code", json: ["to": "jane@example.com"])
    #expect(sandbox.exchange(request).response?.status == 503)
    #expect(sandbox.exchange(request).response?.status == 200)
    #expect(sandbox.log().map { $0["provider"] } == ["acme", "acme"])

    let waiting = try JSONValue(parsing: sandbox.handle(SandboxRequest("GET", "/sandbox/approvals")).body)
    #expect(
      waiting == [
        "approvals": [
          ["challengeId": "c-1", "provider": "acme", "request": "sign in", "identifier": "jane@example.com"]
        ]
      ])
    let page = String(decoding: sandbox.handle(SandboxRequest("GET", "/users")).body, as: UTF8.self)
    #expect(page.contains("jane@example.com") && page.contains("Acme"))
    _ = sandbox.post("/sandbox/reset")
    #expect(try sandbox.messageCount() == 0)
  }
}

extension SandboxVendorFactory {
  static let acme = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    AcmeVendor(clientID: keyring.entry("acme.clientId") { random.uuid() })
  }
}

/// A vendor with a single route, which sends a code.
private struct AcmeVendor: SandboxVendor {
  let name = "acme"
  let mounts = ["/acme"]
  let clientID: String
  private var users: [String] = []

  init(clientID: String) { self.clientID = clientID }

  func descriptor(baseURL: String) -> JSONObject { ["clientId": .string(clientID)] }
  func configuration(baseURL: String) -> JSONObject { ["clientId": .string(clientID)] }
  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass { .vendor(nil) }

  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard request.method == "POST", request.route == "/code" else { return .notFound(request) }
    guard let address = request.jsonObject?["to"]?.stringValue else {
      return .refusal(400, "no_address", "to must be an address.")
    }
    if !users.contains(address) { users.append(address) }
    world.send(
      provider: name, channel: .email, to: address, code: world.policy(name)["code"]?.stringValue ?? "1234")
    return .json(["at": .integer(world.unixTime)])
  }

  func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = users.map { SandboxOverview.User(subject: $0, identifier: $0, methods: ["email_otp"]) }
    overview.approvals = users.map { SandboxOverview.Approval(id: "c-1", identifier: $0, request: "sign in") }
    return overview
  }

  mutating func reset(world: inout SandboxWorld) { users = [] }
}
