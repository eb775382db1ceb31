import AuthCore

extension SandboxState {
  /// Handles the routes below `/sandbox`, with which a test controls the sandbox.
  mutating func control(_ request: SandboxRequest) -> SandboxResponse {
    if Self.mount(in: ["/passkey"], of: request.route) != nil { return passkeys.handle(request, world) }
    if let answer = vendorControl(request) { return answer }
    switch (request.method, request.route) {
    case ("GET", "/outbox"): return .json(world.outbox.json(to: request.queryValue("to")))
    case ("GET", "/requests"):
      guard let after = Int64(request.queryValue("after") ?? "0") else {
        return .refusal(
          400, "malformed_request",
          "after is not a whole number. Send the seq of a request in the log, or leave after out.")
      }
      return .json(log.json(after: after))
    case ("GET", let route) where route.hasPrefix("/requests/"):
      let found = Int64(route.dropFirst("/requests/".count)).flatMap { log.json(of: $0) }
      return found.map { .json($0) } ?? .notFound(request)
    case ("GET", "/approvals"): return .json(approvalsJSON)
    case ("GET", "/recording"):
      let recording = recording ?? Recording()
      return .json(request.queryValue("as") == "fixture" ? RecordingFixture(recording).json : recording.json)
    case ("GET", "/clock"): return .json(clockJSON)
    case ("GET", "/descriptor"): return .json(descriptor)
    case ("GET", _): return .notFound(request)
    case ("POST", let route):
      guard let body = request.jsonObject else {
        return .refusal(
          400, "malformed_request", "The body is not a JSON object. Send one, such as {}.")
      }
      return control(route, body, request)
    default: return .refusal(405, "method_not_allowed", "Control routes accept only GET and POST. Send one of them.")
    }
  }

  /// The response of the vendor whose name is the first segment of the route; nil if there is no such vendor or route.
  private mutating func vendorControl(_ request: SandboxRequest) -> SandboxResponse? {
    for index in vendors.indices {
      guard let mount = Self.mount(in: ["/" + vendors[index].name], of: request.route) else { continue }
      return vendors[index].control(
        request.mounted(at: "/sandbox" + mount, path: "/sandbox" + request.route), world: &world)
    }
    return nil
  }

  private mutating func control(_ route: String, _ body: JSONObject, _ request: SandboxRequest) -> SandboxResponse {
    switch route {
    case "/clock": return advanceClock(body)
    case "/faults": return setFault(body)
    case "/approve": return decide(body)
    case "/revoke": return revoke(body)
    case "/policy": return changePolicy(body)
    case "/associations":
      guard let changed = world.associations.changed(by: body) else {
        return .refusal(
          400, "malformed_request",
          "A member is malformed. Send {appleApps?: [TEAM.bundle], androidApps?: [{package, fingerprint}], "
            + "relatedOrigins?: [origin]}; a fingerprint is a SHA-256 digest in hexadecimal."
        )
      }
      world.associations = changed
      return .json(["origins": .array((world.relyingPartyOrigins).map { .string($0) })])
    case "/recording":
      guard let isOn = body["enabled"]?.boolValue else {
        return .refusal(400, "malformed_request", "enabled is missing or not a Boolean. Send true or false.")
      }
      recording = isOn ? Recording() : nil
      return .json(["enabled": .bool(isOn)])
    case "/reset":
      reset()
      return .json(["reset": true])
    default: return .notFound(request)
    }
  }

  /// Deletes what the sandbox has stored, except for keys, ids and the recording.
  mutating func reset() {
    world.reset()
    faults.clear()
    log.clear()
    passkeys = SandboxPasskeys()
    signIns = [:]
    sockets.closeAll(.goingAway, "The sandbox was reset.")
    for index in vendors.indices { vendors[index].reset(world: &world) }
  }

  /// The challenges that wait for a second device or user, with the data that the page `/approvals` shows.
  private var approvalsJSON: JSONValue {
    let waiting = vendors.flatMap { vendor in
      vendor.overview(world).approvals.map { approval -> JSONValue in
        var object: JSONObject = [
          "challengeId": .string(approval.id), "provider": .string(vendor.name), "request": .string(approval.request),
        ]
        object["identifier"] = approval.identifier.map { .string($0) }
        object["number"] = approval.number.map { .string($0) }
        object["expires"] = approval.expires.map { .string(ISO8601.encode($0)) }
        return .object(object)
      }
    }
    return ["approvals": .array(waiting)]
  }

  private var clockJSON: JSONValue {
    ["now": .string(ISO8601.encode(world.now)), "advancedSeconds": .number(world.offset.seconds)]
  }

  mutating func advanceClock(_ body: JSONObject) -> SandboxResponse {
    guard let seconds = body["advanceSeconds"]?.numberValue, abs(seconds) < 3_200_000_000 else {
      return .refusal(
        400, "malformed_request",
        "advanceSeconds is missing or out of range. Send a number of seconds between -3.2e9 and 3.2e9.")
    }
    world.offset += Duration(fractionalSeconds: seconds)
    return .json(clockJSON)
  }

  mutating func setFault(_ body: JSONObject) -> SandboxResponse {
    guard let fault = FaultTable.Fault(body) else {
      return .refusal(
        400, "malformed_request",
        "The fault is malformed. Send {match, kind: status|drop|delay|truncate|garbage|duplicate, value?, times?}: a "
          + "status from 200 to 599, a delay of at most an hour, times a whole number of at least 0.")
    }
    faults.set(fault)
    return .json(["match": .string(fault.match), "active": .bool(fault.remaining != 0)])
  }

  private mutating func decide(_ body: JSONObject) -> SandboxResponse {
    let target: SandboxApproval.Target
    switch (body["challengeId"]?.stringValue, body["session"]?.stringValue) {
    case (let id?, nil): target = .challenge(id)
    case (nil, let session?): target = .session(session)
    default: return .refusal(400, "malformed_request", "Send either challengeId or session, as a string.")
    }
    guard let decision = body["decision"]?.stringValue, decision == "approve" || decision == "deny" else {
      return .refusal(400, "malformed_request", "decision is missing or unknown. Send approve or deny.")
    }
    let approval = SandboxApproval(target: target, isApproved: decision == "approve")
    for index in vendors.indices where vendors[index].decide(approval, world: &world) {
      return .json(["provider": .string(vendors[index].name), "decision": .string(decision)])
    }
    return .refusal(
      404, "not_found",
      "No pending challenge has this id: the id is wrong, or the challenge was decided or has expired. GET "
        + "/sandbox/approvals lists the pending challenges.")
  }

  private mutating func revoke(_ body: JSONObject) -> SandboxResponse {
    guard let name = body["provider"]?.stringValue, let index = vendors.firstIndex(where: { $0.name == name }) else {
      return .refusal(400, "malformed_request", "provider is missing or unknown. Send one of \(vendorNames).")
    }
    let target: SandboxRevocation
    switch (body["subject"]?.stringValue, body["session"]?.stringValue) {
    case (let subject?, nil): target = .subject(subject)
    case (nil, let session?): target = .session(session)
    default: return .refusal(400, "malformed_request", "Send either subject or session, as a string.")
    }
    let count =
      vendors[index].revoke(target, world: &world) + world.backend.revoke(target, provider: name)
    return .json(["revoked": .integer(Int64(count))])
  }

  mutating func changePolicy(_ body: JSONObject) -> SandboxResponse {
    guard let name = body["provider"]?.stringValue, let index = vendors.firstIndex(where: { $0.name == name }) else {
      return .refusal(400, "malformed_request", "provider is missing or unknown. Send one of \(vendorNames).")
    }
    var change = body
    change["provider"] = nil
    guard Self.isBounded(.object(change)) else {
      return .refusal(
        400, "malformed_request",
        "A number of the policy is too large. Send numbers between -4294967295 and 4294967295.")
    }
    world.changePolicy(name, change)
    vendors[index].policyDidChange(world: &world)
    return .json(["provider": .string(name), "policy": .object(world.policy(name))])
  }

  /// Whether every number in a policy is small enough for the vendors to calculate with it, for example to add it to a
  /// time.
  private static func isBounded(_ value: JSONValue) -> Bool {
    switch value {
    case .integer(let number): number.magnitude < 1 << 32
    case .number(let number): number.magnitude < Double(1 << 32)
    case .array(let elements): elements.allSatisfy(isBounded)
    case .object(let object): object.members.allSatisfy { isBounded($0.value) }
    case .null, .bool, .string: true
    }
  }

  private var vendorNames: String { vendors.map(\.name).joined(separator: ", ") }
}
