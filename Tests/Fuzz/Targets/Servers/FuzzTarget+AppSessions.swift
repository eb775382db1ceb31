import AuthAppSessions
import AuthAppSessionsAuthsignal
import AuthCore
import AuthCrypto
import FuzzTargets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)
  private static let issuer = "https://op.example.com"
  private static let secret = Secret("secret-of-the-tenant-1-of-32-byte")
  private static let signingKey = JWS.SigningKey.hmac(SymmetricKey(data: secret.revealBytes()), .hs256)
  private static let keys = try? JWKSet([JWK(signingKey.verificationKey, algorithm: .hs256)])

  /// The events that end sessions. The first byte says what the others are: the claims of a logout token (`L`), or of a
  /// security event token in the present (`S`) or an earlier form (`E`); the body of a webhook (`W`); the header field
  /// of one (`H`); the form of a logout request (`F`). Claims and bodies are signed here, so that what comes after the
  /// signature is reached.
  static let appSessions = FuzzTarget(name: "app-sessions") { bytes in
    let content = Array(bytes.dropFirst())
    switch bytes.first {
    case 0x4C: checkLogoutToken(content)
    case 0x53: checkSecurityEvent(content, earlier: false)
    case 0x45: checkSecurityEvent(content, earlier: true)
    case 0x57: checkWebhook(content)
    case 0x48: checkSignature(String(decoding: content, as: UTF8.self))
    default:
      guard let request = try? BackChannelLogoutRequest(form: content) else { return }
      require(!request.logoutToken.isEmpty, "a logout request without a token was accepted")
    }
  }

  private static func checkLogoutToken(_ claims: [UInt8]) {
    var rules = LogoutTokenVerifier.Rules()
    rules.algorithms = [.hs256]
    guard let keys, let token = try? JWS.sign(claims, header: ["typ": "logout+jwt"], with: signingKey),
      let verifier = try? LogoutTokenVerifier(provider: "op", issuer: issuer, clientID: "client-1", rules: rules),
      let notice = try? verifier.verify(token, with: keys, at: now)
    else { return }
    require(notice.endings.count == 1, "a logout token ends nothing, or several things")
    check(notice)
    let members = try? JSONValue(parsing: claims)
    require(members?["nonce"] == nil, "a token with a nonce was accepted")
    require(notice.keepUntil > now, "an event is forgotten while its token is accepted")
  }

  private static func checkSecurityEvent(_ claims: [UInt8], earlier: Bool) {
    var rules = SecurityEventRules()
    rules.algorithms = [.hs256]
    rules.acceptsEarlierForms = earlier
    let type = earlier ? "JWT" : "secevent+jwt"
    guard let keys, let token = try? JWS.sign(claims, header: ["typ": .string(type)], with: signingKey),
      let verifier = try? SecurityEventVerifier(
        provider: "op", issuer: issuer, audiences: ["https://app.example.com"], rules: rules),
      let notice = try? verifier.verify(token, with: keys, at: now)
    else { return }
    check(notice)
    for ending in notice.endings {
      require(ending.before.map { $0 <= now.addingTimeInterval(10) } ?? false, "an event is in the future")
    }
    require(notice.keepUntil >= now, "an event is forgotten while its token is accepted")
  }

  private static func check(_ notice: AppSessionNotice) {
    require(notice.source == issuer && !notice.id.isEmpty, "an event has no source or no id")
    for ending in notice.endings {
      require(ending.provider == "op", "an event is about another provider")
      switch ending.target {
      case .session(let id, let user): require(!id.isEmpty && user?.isEmpty != true, "an event names nothing")
      case .subject(let user): require(!user.isEmpty, "an event names no user")
      }
    }
  }

  private static func checkWebhook(_ body: [UInt8]) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("1767225600.".utf8) + body, using: SymmetricKey(data: secret.revealBytes()))
    let verifier = AuthsignalWebhookVerifier(secrets: [secret])
    let signature = "t=1767225600,v2=" + Base64.encode(Array(code))
    guard let event = try? verifier.verify(body, signature: signature, at: now) else { return }
    require(!event.id.isEmpty && event.userID?.isEmpty != true, "an event has an empty id")
    require(event.notice(of: "op").keepUntil > now, "an event is forgotten while its webhook is accepted")
  }

  /// No text is a signature of a body that the text's author cannot sign.
  private static func checkSignature(_ header: String) {
    let verifier = AuthsignalWebhookVerifier(secrets: [secret])
    require((try? verifier.verify([], signature: header, at: now)) == nil, "a signature was forged")
  }
}
