public import AuthCore

extension Phrase {
  /// Returns the name of a method: this package's text for a known method; else the label that the server sent, or the
  /// method's id.
  public static func method(_ method: MethodID, label: String?) -> Phrase {
    if let key = methods[method] { return Phrase(key) }
    if let name = method.oauthProvider { return .verbatim(brands[name] ?? label ?? name) }
    return .verbatim(label ?? method.rawValue)
  }

  /// Returns the label of a field: this package's text for the kinds with one meaning, and else the field's own label.
  static func field(_ field: InputField) -> Phrase {
    switch field.kind {
    case .password: Phrase("field.password")
    case .pin: Phrase("field.pin")
    case .captcha: Phrase("field.captcha")
    case .inviteCode: Phrase("field.inviteCode")
    case .text: known[field.name].map { Phrase($0) } ?? .verbatim(field.label)
    }
  }

  /// Returns the text for users about an error.
  public static func error(_ code: AuthError.Code) -> Phrase {
    errors.contains(code) ? Phrase("error." + code.rawValue) : Phrase("error.other", ["code": .text(code.rawValue)])
  }

  private static let errors = Set(AuthError.Code.allCases)

  /// The names of the fields that this package's own providers ask for.
  private static let known = [
    "address": "field.walletAddress", "identifier": "field.identifier", "authorizationCode": "field.authorizationCode",
  ]

  private static let methods: [MethodID: String] = [
    .emailOTP: "method.email_otp", .emailMagicLink: "method.email_magic_link", .smsOTP: "method.sms_otp",
    .whatsAppOTP: "method.whatsapp_otp", .totp: "method.totp", .passkey: "method.passkey",
    .securityKey: "method.security_key", .push: "method.push", .qrCode: "method.qr", .inApp: "method.in_app",
    .customJWT: "method.custom_jwt", .wallet: "method.wallet", .deviceCode: "method.device_code",
    .password: "method.password", .guest: "method.guest",
  ]

  /// Names that are the same in every language.
  private static let brands = [
    "google": "Google", "apple": "Apple", "discord": "Discord", "x": "X", "twitter": "X", "facebook": "Facebook",
    "github": "GitHub", "microsoft": "Microsoft", "linkedin": "LinkedIn", "spotify": "Spotify", "tiktok": "TikTok",
    "instagram": "Instagram", "line": "LINE", "twitch": "Twitch",
  ]
}
