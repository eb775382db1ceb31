import AuthCore

/// The envelope of the wire: camelCase both ways (H9, H10, H12), the next step under `step`, and what surrounds it at the
/// top. Answers that carry the step under `prompt`, and what surrounds it in `promptMeta` or inside the step, are read,
/// too (H90).
struct HawcxJSONCodec: HawcxWireCodec {
  /// The version of the envelope, which is not that of the route (H4).
  static let protocolVersion: Int64 = 2

  func encode(_ action: HawcxAction, session: String?) -> JSONValue {
    [
      "protocolVersion": .integer(Self.protocolVersion),
      // GUESS H21: null before the server has given one, rather than left out.
      "session": session.map { .string($0) } ?? .null,
      "action": .object(object(action)),
    ]
  }

  private func object(_ action: HawcxAction) -> JSONObject {
    var object: JSONObject = ["type": .string(action.type)]
    switch action {
    case .start(let start): add(start, to: &object)
    case .selectMethod(let method): object["methodId"] = .string(method)
    case .submitCode(let code), .submitTOTP(let code): object["code"] = .string(code.revealText())
    case .submitPhone(let phone): object["phone"] = .string(phone)
    case .oauthCallback(let code, let state):
      object["code"] = .string(code.revealText())
      object["state"] = .string(state)
    case .requestChallenge(let credentials):
      for member in credentials.json.members { object[member.name] = member.value }
    case .submitSignature(let keyID, let signature, let message):
      object["keyId"] = .string(keyID)
      object["signature"] = .string(signature)
      object["mapp"] = .string(message)
    case .resend, .poll, .cancel: break
    }
    return object
  }

  /// GUESS H20: these members and no other. A captured start of the vendor's web client is 28 bytes longer than what
  /// is known of it.
  private func add(_ start: HawcxStart, to object: inout JSONObject) {
    object["flowType"] = .string(start.flowType.rawValue)
    object["identifier"] = .string(start.identifier)
    object["startToken"] = start.startToken.map { .string($0.revealText()) }
    object["inviteCode"] = start.inviteCode.map { .string($0) }
    object["codeChallenge"] = start.codeChallenge.map { .string($0) }
    object["opSessionId"] = start.hostedSession.map { .string($0) }
    object["device"] = start.information.map { .object($0.json) }
    object["deviceCredentials"] = start.device.map { .object($0.json) }
  }

  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse {
    guard let fields = HawcxFields(answer), let step = fields.object("step") ?? fields.object("prompt") else {
      throw AuthError(.malformedResponse, "The answer holds no step.")
    }
    let places = [fields, fields.object("promptMeta"), step].compactMap(\.self)
    func around(_ name: String) -> HawcxFields? { places.lazy.compactMap { $0.object(name) }.first }
    let meta = around("meta")
    let info = around("stepInfo")
    // The channel stands in the step (H36).
    let channel = step.text("channel") ?? places.lazy.compactMap { $0.text("codeChannel") }.first
    return HawcxResponse(
      session: fields.text("session"), step: try HawcxStep(step), stepID: info?.shown("id"),
      stepLabel: info?.shown("label"), risk: around("risk").flatMap { RiskInformation($0) },
      channel: channel.flatMap { CodePrompt.Channel(rawValue: $0) },
      traceID: meta?.text("traceId").flatMap { HawcxServerText.name($0) }, expiresAt: meta?.date("expiresAt"),
      raw: answer)
  }
}
