import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Signing in on another service's page, with PKCE (P27). The page has no form: the policy `oauthSubject` names the
/// user who signs in, and `oauthError` makes the user decline.
extension PrivyVendor {
  /// The services that the vendor knows (P69).
  private static let services: Set<String> = [
    "google", "apple", "twitter", "discord", "github", "spotify", "instagram", "tiktok", "line", "twitch", "linkedin",
  ]
  private static let visitSeconds: Int64 = 600
  private static let codeSeconds: Int64 = 60

  /// `POST oauth/init`: the URL of the page.
  mutating func openPage(_ body: JSONObject, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    let service = try body.privyText("provider")
    guard Self.services.contains(service) else {
      throw PrivyFailure(
        400, "disallowed_login_method",
        "provider must be one of \(Self.services.sorted().joined(separator: ", ")).")
    }
    let challenge = try body.privyText("code_challenge")
    guard Base64URL.decode(challenge)?.count == 32 else {
      throw PrivyFailure(400, "invalid_pkce_parameters", "code_challenge must be a SHA-256 digest in base64url.")
    }
    let id = world.random.token(byteCount: 24)
    let visit = PrivyPageVisit(
      service: service, redirectTo: try body.privyText("redirect_to"), challenge: challenge,
      state: try body.privyText("state_code"), id: id)
    visits.add(id, visit, until: world.unixTime + Self.visitSeconds)
    // On an Apple device, the system signs the user in with the state in this URL, and no page is opened (P28).
    if service == "apple" { nativeVisits.add(visit.state, visit, until: world.unixTime + Self.visitSeconds) }
    let query = "?visit=" + id + "&state=" + PercentEncoding.encode(visit.state)
    return .json(["url": .string(world.baseURL + "/privy/oauth/page" + query)])
  }

  /// `GET /privy/oauth/page`: redirects to the app, with or without a code.
  mutating func visitPage(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse {
    guard let id = request.queryValue("visit"), let visit = visits.take(id, at: world.unixTime) else {
      return .refusal(404, "not_found", "The visit is unknown, already used or expired. Start the sign-in again.")
    }
    var fields = [("privy_oauth_state", visit.state)]
    if world.policy(name)["oauthError"]?.stringValue != nil {
      // The vendor's own client reads `privy_oauth_code`; third parties document `privy_oauth_error` (P8).
      fields += [("privy_oauth_code", "error"), ("privy_oauth_error", "oauth_user_denied")]
    } else {
      let code = world.random.token(byteCount: 24)
      pageCodes.add(code, visit, until: world.unixTime + Self.codeSeconds)
      fields.append(("privy_oauth_code", code))
    }
    let query = fields.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    let mark = visit.redirectTo.contains("?") ? "&" : "?"
    return SandboxResponse(
      status: 302, headers: ["Location": visit.redirectTo + mark + query, "Cache-Control": "no-store"])
  }

  /// The account that a page's authorization code proves, and its details. The code works once, with the visit's state
  /// and the code verifier of its challenge.
  mutating func redeemPage(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (PrivyUser.Account.Kind, JSONObject) {
    let code = try body.privyText("authorization_code")
    let isNative = body["code_type"]?.stringValue == "raw"
    // A code or visit is removed even if a later check fails, so that only one attempt is possible. Only Apple can
    // check a code that Apple issued, so the sandbox accepts any code for the visit with the right state.
    let known =
      isNative
      ? nativeVisits.take(try body.privyText("state_code"), at: world.unixTime)
      : pageCodes.take(code, at: world.unixTime)
    guard let visit = known else {
      throw PrivyFailure(
        422, "invalid_credentials",
        "The authorization code or the visit of state_code is unknown, was used before, or has expired. Start the "
          + "sign-in again.")
    }
    guard ConstantTime.equal(try body.privyText("state_code"), visit.state) else {
      throw PrivyFailure(
        400, "oauth_state_mismatch",
        "state_code does not belong to this code. Start the sign-in again.")
    }
    guard PKCE.verify(verifier: try body.privyText("code_verifier"), challenge: visit.challenge) else {
      throw PrivyFailure(
        400, "invalid_pkce_parameters",
        "code_verifier does not match the code_challenge of oauth/init. Start the sign-in again.")
    }
    let subject = world.policy(name)["oauthSubject"]?.stringValue ?? "oauth-user"
    let details: JSONObject =
      switch visit.service {
      case "twitter", "discord": ["username": .string(subject), "name": .string(subject), "email": nil]
      default: ["email": .string(subject + "@example.com"), "name": .string(subject)]
      }
    return (.oauth(visit.service, subject: subject), details)
  }
}
