import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxFlow {
  /// The state with which another process continues from the prompt; nil if the flow does not show a known prompt, or
  /// the server has not yet returned a session. The state is stored sealed, because it contains the PKCE verifier.
  var suspended: JSONValue? {
    guard case .showing(let shown) = phase, let session else { return nil }
    if case .unknown = shown.prompt { return nil }
    var object: JSONObject = [
      "v": 1, "session": .string(session), "flow_type": .string(flowType.rawValue), "answer": shown.response.raw,
    ]
    if case .stepUp(let action) = request.purpose { object["action"] = .string(action) }
    object["identifier"] = identifier.map { .string($0) }
    object["verifier"] = verifier.map { .string($0.revealText()) }
    return .object(object)
  }

  /// Restores a flow from its `suspended` state. The state takes precedence over `request`.
  ///
  /// - Throws: `store_corrupt` if the state cannot be read, and the codec's error if its response cannot be decoded.
  init(
    resuming state: JSONValue, startedFor request: FlowRequest = FlowRequest(),
    policy: HawcxConfiguration.MethodSelection, pollsApprovals: Bool = true,
    takesAnyIdentifier: Bool = false, mayRestart: Bool = false, codec: some HawcxWireCodec, now: Date
  ) throws(AuthError) {
    let corrupt = AuthError(.storeCorrupt, "The suspended flow cannot be read. Start again.", recovery: .restart)
    guard state["v"]?.integerValue == 1, let session = state["session"]?.stringValue, let answer = state["answer"],
      let flowType = state["flow_type"]?.stringValue.flatMap({ HawcxStart.FlowType(rawValue: $0) })
    else { throw corrupt }
    let response = try codec.decode(answer)
    guard let shown = Shown(response, pollsApprovals: pollsApprovals) else { throw corrupt }
    var request = request
    request.identifier = state["identifier"]?.stringValue ?? request.identifier
    request.purpose = state["action"]?.stringValue.map { .stepUp(action: $0) } ?? flowType.purpose
    self.init(
      request, flowType: flowType, policy: policy, pollsApprovals: pollsApprovals,
      takesAnyIdentifier: takesAnyIdentifier, mayRestart: mayRestart)
    self.session = session
    verifier = state["verifier"]?.stringValue.map { Secret($0) }
    phase = .resuming(shown, now: now)
  }

  /// Shows the prompt of a resumed flow. Fails with `flow_expired` if the server has already deleted the flow.
  mutating func resume(_ shown: Shown, now: Date) -> FlowStep<Effect> {
    if let end = shown.response.expiresAt, end <= now {
      return fail(AuthError(.flowExpired, "The sign-in was suspended for too long. Start again."))
    }
    return show(shown, failing: nil)
  }
}
