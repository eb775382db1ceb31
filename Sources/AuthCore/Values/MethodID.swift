/// A sign-in method, such as `email_otp`, `passkey` or `oauth:google`.
public struct MethodID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name on the command line and in configurations.
  public let rawValue: String
  /// Creates a method from any name, including that of a future method.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a method from any name.
  public init(_ name: String) { rawValue = name }
  /// Creates a method from any name.
  public init(stringLiteral value: String) { rawValue = value }
  /// The raw value.
  public var description: String { rawValue }

  /// A code by e-mail.
  public static let emailOTP: MethodID = "email_otp"
  /// A link by e-mail, which the user opens on any device.
  public static let emailMagicLink: MethodID = "email_magic_link"
  /// A code by SMS.
  public static let smsOTP: MethodID = "sms_otp"
  /// A code by WhatsApp.
  public static let whatsAppOTP: MethodID = "whatsapp_otp"
  /// A time-based code of an authenticator app (RFC 6238).
  public static let totp: MethodID = "totp"
  /// A WebAuthn credential.
  public static let passkey: MethodID = "passkey"
  /// A WebAuthn credential of a security key, at a vendor that distinguishes security keys from passkeys.
  public static let securityKey: MethodID = "security_key"
  /// An approval on a second device that was notified.
  public static let push: MethodID = "push"
  /// An approval on a second device that scanned a QR code.
  public static let qrCode: MethodID = "qr"
  /// A key in a key store of the app.
  public static let inApp: MethodID = "in_app"
  /// A JWT that the app's own identity system issued.
  public static let customJWT: MethodID = "custom_jwt"
  /// A signature by an external wallet.
  public static let wallet: MethodID = "wallet"
  /// OAuth 2.0 device authorisation (RFC 8628).
  public static let deviceCode: MethodID = "device_code"
  /// A password.
  public static let password: MethodID = "password"
  /// A sign-in as a guest, without any proof of identity.
  public static let guest: MethodID = "guest"
  /// Returns the method for the OAuth provider with this name: `oauth:NAME`.
  public static func oauth(_ name: String) -> MethodID { MethodID("oauth:" + name) }

  /// The name after `oauth:`; nil for any other method.
  public var oauthProvider: String? {
    rawValue.hasPrefix("oauth:") ? String(rawValue.dropFirst("oauth:".count)) : nil
  }

  /// Creates the method that a server names; `unknown` for a name that is not 1 to 128 visible ASCII characters.
  package init(serverName name: String) {
    let isName = (1...128).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    self.init(isName ? name : ServerText.unknownName)
  }
}
