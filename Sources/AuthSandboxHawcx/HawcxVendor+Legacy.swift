import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `POST /hc_auth/v5/mfa/…`: the second half of the vendor's earlier sign-in (H81). The response of the first half is
  /// not public, so the sandbox accepts any `session_id`.
  mutating func legacy(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let key = request.headers["apikey"], ConstantTime.equal(key, project.configID) else {
      return .json(["message": "No API key found in request"], status: 401, note: "apikey")
    }
    guard let body = request.jsonObject, let user = body["userid"]?.stringValue.flatMap({ HawcxAddress($0) }),
      let session = body["session_id"]?.stringValue, !session.isEmpty
    else {
      return Self.legacyRefusal(
        422,
        "userid must be an e-mail address or a telephone number in E.164 format, and session_id must not be empty.")
    }
    switch request.route {
    case "/hc_auth/v5/mfa/initiate":
      let method: HawcxMethod = if case .phone = user { .smsOTP } else { .emailOTP }
      let code = HawcxOneTimeCode(method, to: user, now: world.now, random: world.random)
      world.send(provider: name, channel: code.channel, to: user.text, code: code.code)
      legacyCodes[session] = code
      var answer: JSONObject = ["method": .string(code.channel.rawValue)]
      if case .phone = user { answer["phone_masked"] = .string(user.masked) }
      return .json(.object(answer))
    case "/hc_auth/v5/mfa/verify":
      guard var code = legacyCodes[session], code.address == user, let given = body["verification_data"]?.stringValue
      else {
        return Self.legacyRefusal(
          400, "verification_data is missing, or the session has no code for this user. Call initiate first.")
      }
      let verdict = code.check(given, now: world.now)
      legacyCodes[session] = verdict == .accepted || verdict == .exhausted ? nil : code
      guard verdict == .accepted else {
        return Self.legacyRefusal(
          400, "The code is wrong or has expired. Enter it again, or call initiate for a new one.")
      }
      return .json(["code": .string(legacyCode(user, method: code.method, world: world))])
    default: return .missingRoute(request)
    }
  }

  /// Makes the authorisation code that the app's backend exchanges, and creates the user if they are new. The earlier
  /// sign-in does not use PKCE.
  private mutating func legacyCode(_ user: HawcxAddress, method: HawcxMethod, world: SandboxWorld) -> String {
    let known = users[user] ?? HawcxUser(subject: world.random.uuid(), address: user)
    users[user] = known
    let text = world.random.token(byteCount: 32)
    codes[text] = HawcxAuthorizationCode(
      subject: known.subject, codeChallenge: nil,
      expires: world.now.addingTimeInterval(HawcxAuthorizationCode.lifetime), authenticatedAt: world.unixTime,
      methods: [method], isDeviceTrusted: false)
    return text
  }

  private static func legacyRefusal(_ status: Int, _ detail: String) -> SandboxResponse {
    .json(["detail": .string(detail)], status: status, note: "v5")
  }
}
