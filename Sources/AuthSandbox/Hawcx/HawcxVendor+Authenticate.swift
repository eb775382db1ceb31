import AuthCore

extension HawcxVendor {
  /// `POST /v1/auth`: the envelope around one action.
  mutating func authenticate(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let given = request.headers["X-Config-Id"], !given.isEmpty else {
      return .json(["message": "No API key found in request"], status: 401, note: "missing X-Config-Id")
    }
    guard ConstantTime.equal(given, project.configID) else {
      return .json(["message": "Invalid authentication credentials"], status: 401, note: "unknown X-Config-Id")
    }
    guard let body = request.jsonObject, let action = HawcxAction(HawcxAction.member("action", of: body)) else {
      return failure(.malformedRequest, flow: nil, world: world, status: 400)
    }
    guard HawcxAction.member("protocol_version", of: body)?.integerValue == 2 else {
      return failure(.unsupportedProtocolVersion, flow: nil, world: world)
    }
    let session = HawcxAction.member("session", of: body)?.stringValue
    let requestID = request.headers["X-Request-Id"].map { (session ?? "") + " " + $0 }
    if let requestID, var earlier = replays.answer(requestID, body: request.body, now: world.now) {
      earlier.note = "replayed"
      return earlier
    }
    let response =
      action.type == "start"
      ? start(action, request, world: &world) : act(action, session: session, world: &world)
    if let requestID { replays.remember(requestID, body: request.body, response: response, now: world.now) }
    return response
  }

  /// An action within a flow.
  private mutating func act(
    _ action: HawcxAction, session: String?, world: inout SandboxWorld
  ) -> SandboxResponse {
    guard let session, var flow = flows[session] else { return failure(.sessionNotFound, flow: nil, world: world) }
    if action.type == "cancel" {
      flows[session] = nil
      return failure(.flowCancelled, flow: flow, world: world)
    }
    guard world.now < flow.expires else {
      flows[session] = nil
      return failure(.sessionExpired, flow: flow, world: world)
    }
    guard flow.step.actions.contains(action.type) else {
      return failure(.actionNotAllowed, flow: flow, world: world)
    }
    if let refusal = world.hawcxPolicy.refusal, refusal.action == action.type {
      return failure(refusal.failure, flow: flow, world: world)
    }
    return answer(perform(action, &flow, world: &world), flow, world: world)
  }

  /// Keeps the flow or ends it, and writes the answer.
  mutating func answer(_ outcome: HawcxOutcome, _ flow: HawcxFlow, world: SandboxWorld) -> SandboxResponse {
    var flow = flow
    switch outcome {
    case .step(let step):
      flow.step = step
      flows[flow.id] = flow
      var object = step.json(showsCodes: world.hawcxPolicy.showsCodes)
      if case .completed = step { object["code_verifier"] = flow.codeVerifier.map { .string($0) } }
      return .json(envelope(object, flow, world: world))
    case .failure(let failure):
      flows[flow.id] = failure.endsFlow ? nil : flow
      return self.failure(failure, flow: flow, world: world)
    }
  }

  private func failure(
    _ failure: HawcxFailure, flow: HawcxFlow?, world: SandboxWorld, status: Int = 200
  ) -> SandboxResponse {
    .json(envelope(failure.step, flow, world: world), status: status, note: failure.code)
  }

  private func envelope(_ step: JSONObject, _ flow: HawcxFlow?, world: SandboxWorld) -> JSONValue {
    var object: JSONObject = [
      "protocol_version": 2, "session": .string(flow?.id ?? ""), "step": .object(step),
    ]
    if let flow {
      object["step_info"] = flow.stepInfo
      object["risk"] = ["detected": false, "reasons": []]
      if case .enterCode(let code) = flow.step, step["type"] == "enter_code" {
        object["code_channel"] = .string(code.channel.rawValue)
      }
    }
    object["meta"] = [
      "trace_id": .string(flow?.traceID ?? "trc_" + world.random.token(byteCount: 12)),
      "expires_at": .string(ISO8601.encode(flow?.expires ?? world.now)),
    ]
    return .object(object)
  }
}
