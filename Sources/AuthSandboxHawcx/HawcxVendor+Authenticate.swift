import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `POST /v1/auth`: checks the envelope and handles the action in it (H1, H9). A repeated request gets the first
  /// response again (H7).
  mutating func authenticate(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let given = request.headers["X-Config-Id"], !given.isEmpty else {
      return .json(["message": "No API key found in request"], status: 401, note: "missing X-Config-Id")
    }
    guard ConstantTime.equal(given, project.configID) else {
      return .json(["message": "Invalid authentication credentials"], status: 401, note: "unknown X-Config-Id")
    }
    guard !request.body.isEmpty, let body = request.jsonObject else {
      return failure(.validation("body", "is not a JSON object"), flow: nil, world: world, status: 400)
    }
    if let fault = Self.fault(body) { return failure(fault, flow: nil, world: world) }
    guard let action = HawcxAction(body["action"]) else {
      return failure(.validation("action", "is required and must have a type"), flow: nil, world: world)
    }
    if let fault = action.fault { return failure(fault, flow: nil, world: world) }
    let session = body["session"]?.stringValue
    let requestID = request.headers["X-Request-Id"].map { (session ?? "") + " " + $0 }
    if let requestID, var earlier = replays.answer(requestID, body: request.body, now: world.now) {
      earlier.note = "replayed"
      return earlier
    }
    let response = action.type == "start" ? start(action, world: &world) : act(action, session: session, world: &world)
    if let requestID { replays.remember(requestID, body: request.body, response: response, now: world.now) }
    return response
  }

  /// Why the envelope violates the protocol; nil if the envelope conforms to it.
  private static func fault(_ body: JSONObject) -> HawcxFailure? {
    for member in body.members where !["protocolVersion", "session", "action"].contains(member.name) {
      return .validation(member.name, "is not permitted")
    }
    guard let version = body["protocolVersion"]?.integerValue else {
      return .validation("protocolVersion", "is required and must be a whole number")
    }
    if let session = body["session"], !session.isNull, session.stringValue == nil {
      return .validation("session", "must be a string")
    }
    return version == 2 ? nil : .unsupportedProtocolVersion
  }

  /// Handles an action within a flow.
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
      return answer(.failure(.actionNotAllowed), flow, world: world)
    }
    if let refusal = world.hawcxPolicy.refusal, refusal.action == action.type {
      return failure(refusal.failure, flow: flow, world: world)
    }
    return answer(perform(action, &flow, world: &world), flow, world: world)
  }

  /// Saves the flow or ends it, and returns the response. Each response renews the flow's lifetime (H14).
  mutating func answer(_ outcome: HawcxOutcome, _ flow: HawcxFlow, world: SandboxWorld) -> SandboxResponse {
    var flow = flow
    flow.expires = world.now.addingTimeInterval(HawcxFlow.lifetime)
    switch outcome {
    case .step(let step):
      flow.step = step
      flows[flow.id] = flow
      var object = step.json(showsCodes: world.hawcxPolicy.showsCodes)
      if case .completed = step { object["codeVerifier"] = flow.codeVerifier.map { .string($0) } }
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

  /// The envelope around a step (H12 to H16).
  private func envelope(_ step: JSONObject, _ flow: HawcxFlow?, world: SandboxWorld) -> JSONValue {
    var object: JSONObject = [
      "protocolVersion": 2, "session": .string(flow?.id ?? ""), "step": .object(step),
    ]
    object["step_info"] = flow?.stepInfo
    object["risk"] = "disabled"
    object["meta"] = [
      "traceId": .string(world.random.uuid()), "expiresAt": .string(HawcxTime.text(flow?.expires ?? world.now)),
    ]
    return .object(object)
  }
}
