public import AuthCore

extension FlowProfile {
  /// What a Hawcx-style sign-up may need beside the identifier: the parameter `invite_code`. Without it the flow asks
  /// when the server does.
  public var hawcxInviteCode: String? {
    get { text("invite_code") }
    set { parameters["invite_code"] = newValue.map { .string($0) } }
  }

  /// The challenge (RFC 7636 §4.2, S256) of an app that keeps the verifier to itself: the parameter `code_challenge`.
  /// The flow then ends in a code without a verifier.
  public var hawcxCodeChallenge: String? {
    get { text("code_challenge") }
    set { parameters["code_challenge"] = newValue.map { .string($0) } }
  }

  /// The session of a hosted sign-in (OpenID Connect) that the flow is for: the parameter `op_session_id`, which the
  /// vendor's authorisation endpoint hands to the login page as `op`. When the flow is complete, the page goes on to
  /// `/authorize/resume` with it.
  public var hawcxHostedSession: String? {
    get { text("op_session_id") }
    set { parameters["op_session_id"] = newValue.map { .string($0) } }
  }

  /// What the app tells about the device beside the system's name, where the configuration has `device.information`:
  /// the parameter `device_signals`, such as `os_version`, `locale` and `timezone`. Nothing that names the hardware.
  public var hawcxDeviceSignals: JSONObject {
    get { parameters["device_signals"]?.objectValue ?? [:] }
    set { parameters["device_signals"] = newValue.isEmpty ? nil : .object(newValue) }
  }

  private func text(_ name: String) -> String? {
    guard let text = parameters[name]?.stringValue?.trimmingBlanks, !text.isEmpty else { return nil }
    return text
  }
}
