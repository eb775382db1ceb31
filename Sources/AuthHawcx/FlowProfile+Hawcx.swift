public import AuthCore

extension FlowProfile {
  /// The invite code of a Hawcx-style sign-up: the parameter `invite_code`. If it is nil and the server requires an
  /// invite code, the flow prompts for the code.
  public var hawcxInviteCode: String? {
    get { text("invite_code") }
    set { parameters["invite_code"] = newValue.map { .string($0) } }
  }

  /// The code challenge (RFC 7636 §4.2, S256) of an app that keeps the verifier itself: the parameter `code_challenge`,
  /// 43 characters of base64url. The flow then ends with a code and no verifier. If the parameter is nil, the flow
  /// creates the verifier and the challenge.
  public var hawcxCodeChallenge: String? {
    get { text("code_challenge") }
    set { parameters["code_challenge"] = newValue.map { .string($0) } }
  }

  /// The hosted sign-in session (OpenID Connect) that the flow belongs to: the parameter `op_session_id`, 43 characters
  /// of base64url; nil if the flow belongs to none. The vendor's authorisation endpoint passes the session to the login
  /// page as `op`. When the flow is complete, the page passes the session to `/authorize/resume`.
  public var hawcxHostedSession: String? {
    get { text("op_session_id") }
    set { parameters["op_session_id"] = newValue.map { .string($0) } }
  }

  /// The app's additions to the device information, such as `os_version`, `locale` and `timezone`: the parameter
  /// `device_signals`. They are sent only if the configuration enables `device.information`. Do not add hardware IDs.
  public var hawcxDeviceSignals: JSONObject {
    get { parameters["device_signals"]?.objectValue ?? [:] }
    set { parameters["device_signals"] = newValue.isEmpty ? nil : .object(newValue) }
  }

  private func text(_ name: String) -> String? {
    guard let text = parameters[name]?.stringValue?.trimmingBlanks, !text.isEmpty else { return nil }
    return text
  }
}
