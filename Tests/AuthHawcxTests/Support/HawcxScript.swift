import AuthCore
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Drives the flow's decisions without a server. The responses have the form of the wire.
struct HawcxScript {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)
  var flow: HawcxFlow

  init(
    identifier: String? = "jane@example.com", method: MethodID? = nil,
    policy: HawcxConfiguration.MethodSelection = .automatic, profile: FlowProfile = FlowProfile(),
    mayRestart: Bool = false
  ) {
    flow = HawcxFlow(
      FlowRequest(identifier: identifier, method: method, profile: profile), flowType: .signIn, policy: policy,
      mayRestart: mayRestart)
  }

  /// Passes a response with a step to the flow.
  mutating func server(
    _ step: JSONValue, session: String? = "auth_1", verifier: Secret? = nil, around: JSONObject = [:]
  ) throws -> FlowStep<HawcxFlow.Effect> {
    var answer = around
    answer["step"] = step
    answer["session"] = session.map { .string($0) }
    let response = try HawcxJSONCodec().decode(.object(answer))
    return flow.received(
      .success(HawcxFlow.Outcome(response: response, verifier: verifier, receivedAt: Self.now)))
  }

  mutating func fail(_ code: AuthError.Code) -> FlowStep<HawcxFlow.Effect> {
    flow.received(.failure(AuthError(code, "scripted")))
  }

  /// A script whose flow has begun and shows the prompt for a code.
  static func atCode() throws -> HawcxScript {
    var script = HawcxScript()
    _ = script.flow.begin()
    _ = try script.server(enterCode, verifier: Secret("verifier"))
    return script
  }

  static let enterCode: JSONValue = [
    "type": "enter_code", "destination": "j***@e***.com", "codeLength": 6, "codeFormat": "numeric",
    "resendAt": "2026-01-01T00:00:30.000Z",
  ]
  static let methods: JSONValue = [
    "type": "select_method", "phase": "primary",
    "methods": [["id": "email_otp", "label": "E-mail"], ["id": "sms_otp", "label": "SMS"]],
  ]
  static let approval: JSONValue = [
    "type": "await_approval", "qrData": "q", "expiresAt": "2026-01-01T00:02:00Z", "pollInterval": 2,
  ]
}

extension FlowStep<HawcxFlow.Effect> {
  var action: HawcxAction? {
    switch self {
    case .perform(.send(let action, _), _): action
    case .perform(.choose(let method, _), _): .selectMethod(method)
    case .perform(.start(let start), _): .start(start)
    case .perform(.poll, _): .poll
    default: nil
    }
  }
  var prompt: Prompt? { if case .prompt(let prompt, _) = self { prompt } else { nil } }
  var context: PromptContext? { if case .prompt(_, let context) = self { context } else { nil } }
  var failure: AuthError? { if case .failed(let error) = self { error } else { nil } }
  var code: AuthorizationCode? {
    if case .completed(.authorizationCode(let code)) = self { code } else { nil }
  }
}
