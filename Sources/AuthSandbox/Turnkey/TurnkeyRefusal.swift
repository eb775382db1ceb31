import AuthCore

/// Refusals of the vendor's that nothing in a sandbox brings about, answered while the policy `refusal` names one: an app
/// can be tried against what its users will see one day.
enum TurnkeyRefusal: String, CaseIterable {
  /// The organisation has signed too much: to what signs (T50).
  case quota
  /// OAuth is switched off in the dashboard: to the auth proxy's OAuth routes (T48).
  case oauthDisallowed
  /// A client of an old version: to the stamped API (T44).
  case clientTooOld
  /// A refusal with an empty code: to the stamped API (T44).
  case badRequest
  /// What stands before the auth proxy answers: a page (T54).
  case firewall
  /// The same, a text (T54).
  case textRateLimit

  /// Whether it is the answer to a request.
  func concerns(_ request: SandboxRequest) -> Bool {
    switch self {
    case .quota: request.mount == "/turnkey" && request.route.hasPrefix("/public/v1/submit/sign_")
    case .oauthDisallowed: request.mount == "/turnkey-proxy" && request.route.hasPrefix("/v1/oauth")
    case .clientTooOld, .badRequest: request.mount == "/turnkey"
    case .firewall, .textRateLimit: request.mount == "/turnkey-proxy"
    }
  }

  var response: SandboxResponse {
    switch self {
    case .quota:
      return TurnkeyFailure.exhausted(
        "Resource exhausted: Signing is disabled because your organization is over its allotted quota. "
          + "Please upgrade to a paid plan, or reach out to the Turnkey team.", nil
      ).response
    case .oauthDisallowed: return TurnkeyFailure.invalid("OAUTH disallowed", nil).response
    case .clientTooOld:
      return Self.status(
        "tvc 0.12.0 is older than the minimum version this backend supports (0.12.2); upgrade tvc to the latest release",
        topCode: "TVC_CLIENT_VERSION_TOO_OLD")
    case .badRequest: return Self.status("bad request", topCode: "")
    case .firewall:
      return SandboxResponse(
        status: 403, headers: ["Content-Type": "text/html; charset=UTF-8"],
        body: Array("<!DOCTYPE html><title>Access denied</title><p>error code: 1010</p>".utf8), note: "firewall")
    case .textRateLimit:
      return SandboxResponse(
        status: 429, headers: ["Content-Type": "text/plain"], body: Array("Too Many Requests".utf8),
        note: "textRateLimit")
    }
  }

  private static func status(_ message: String, topCode: String) -> SandboxResponse {
    .json(
      ["code": 3, "message": .string(message), "details": [], "turnkeyErrorCode": .string(topCode)], status: 400,
      note: topCode.isEmpty ? message : topCode)
  }
}
