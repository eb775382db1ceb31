import AuthCore

/// The envelope as far as it is known: writes snake_case, reads both cases, finds the step under `step` or `prompt` and
/// what surrounds it at the top, in `prompt_meta` or inside the step. DESIGN (§4).
struct HawcxJSONCodec: HawcxWireCodec {
  /// The version of the envelope, which is not that of the route (§2).
  static let protocolVersion: Int64 = 2

  func encode(_ action: HawcxAction, session: String?) -> JSONValue {
    [
      "protocol_version": .integer(Self.protocolVersion), "session": session.map { .string($0) } ?? .null,
      "action": .object(object(action)),
    ]
  }

  private func object(_ action: HawcxAction) -> JSONObject {
    var object: JSONObject = ["type": .string(action.type)]
    switch action {
    case .start(let start):
      object["flow_type"] = .string(start.flowType.rawValue)
      object["identifier"] = .string(start.identifier)
      object["start_token"] = start.startToken.map { .string($0.revealText()) }
      object["invite_code"] = start.inviteCode.map { .string($0) }
      object["code_challenge"] = start.codeChallenge.map { .string($0) }
      object["device"] = start.information.map { .object($0.json) }
      object["device_credentials"] = start.device.map { .object($0.json) }
    case .selectMethod(let method): object["method_id"] = .string(method)
    case .submitCode(let code), .submitTOTP(let code): object["code"] = .string(code.revealText())
    case .submitPhone(let phone): object["phone"] = .string(phone)
    case .oauthCallback(let code, let state):
      object["code"] = .string(code.revealText())
      object["state"] = .string(state)
    case .requestChallenge(let credentials):
      for member in credentials.json.members { object[member.name] = member.value }
    case .submitSignature(let keyID, let signature, let appMark):
      object["key_id"] = .string(keyID)
      object["signature"] = .string(signature)
      object["mapp"] = .string(appMark)
    case .resend, .poll, .cancel: break
    }
    return object
  }

  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse {
    guard let fields = HawcxFields(answer), let step = fields.object("step") ?? fields.object("prompt") else {
      throw AuthError(.malformedResponse, "The answer holds no step.")
    }
    let places = [fields, fields.object("prompt_meta"), step].compactMap(\.self)
    func around(_ name: String) -> HawcxFields? { places.lazy.compactMap { $0.object(name) }.first }
    let meta = around("meta")
    let info = around("step_info")
    return HawcxResponse(
      session: fields.text("session"), step: try HawcxStep(step), stepID: info?.text("id"),
      stepLabel: info?.text("label"), risk: around("risk").flatMap { RiskInformation($0) },
      channel: places.lazy.compactMap { $0.text("code_channel") }.first.flatMap { CodePrompt.Channel(rawValue: $0) },
      traceID: meta?.text("trace_id"), expiresAt: meta?.date("expires_at"), raw: answer)
  }
}
