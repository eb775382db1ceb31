import AuthCore

/// The JSON form of requests and responses: camelCase in both directions (H9, H10, H12). A response contains the next
/// step under `step`, and `meta`, `risk` and `stepInfo` at the top level. The codec also reads the step under `prompt`,
/// and `meta`, `risk` and `stepInfo` in `promptMeta` or in the step (H90).
struct HawcxJSONCodec: HawcxWireCodec {
  /// The version of the protocol. It differs from the version in the route, `v1` (H4).
  static let protocolVersion: Int64 = 2

  func encode(_ action: HawcxAction, session: String?) -> JSONValue {
    [
      "protocolVersion": .integer(Self.protocolVersion),
      // GUESS H21: until the server has returned a session, the member is null rather than absent.
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

  /// GUESS H20: a start has these members and no others. A captured start of the vendor's web client is 28 bytes longer
  /// than the known members.
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
      throw AuthError(
        .malformedResponse,
        "The response contains no step. Check that baseURL is the tenant's address, and update this package.")
    }
    let places = [fields, fields.object("promptMeta"), step].compactMap(\.self)
    func around(_ name: String) -> HawcxFields? { places.lazy.compactMap { $0.object(name) }.first }
    let meta = around("meta")
    let info = around("stepInfo")
    // Captured responses have the channel in the step (H36).
    let channel = step.text("channel") ?? places.lazy.compactMap { $0.text("codeChannel") }.first
    return HawcxResponse(
      session: fields.text("session"), step: try HawcxStep(step), stepID: info?.shown("id"),
      stepLabel: info?.shown("label"), risk: around("risk").flatMap { RiskInformation($0) },
      channel: channel.flatMap { CodePrompt.Channel(rawValue: $0) },
      traceID: meta?.text("traceId").flatMap { ServerText.name($0) }, expiresAt: meta?.date("expiresAt"),
      raw: answer)
  }
}
