import AuthCore
import AuthCrypto
import AuthSandboxKit

extension AuthsignalVendor {
  /// `POST /client/user-authenticators/<method>` (A16, A110): begins the enrolment of an address, to which it sends a
  /// code or a link, or of an authenticator app; enrols a device's key at once.
  mutating func enrol(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let user = records.user(token.key.userID)
    // If the user has a method already, the token needs a scope to add another (A20).
    if user.isEnrolled, !token.scopes.contains(AuthsignalClientToken.addScope) {
      throw .missingScope(AuthsignalClientToken.addScope)
    }
    switch method {
    case .emailOTP, .emailMagicLink:
      guard let email = request.text("email"), Self.isEmail(email) else {
        throw .invalid("email must be an e-mail address, such as jane@example.com.")
      }
      return try enrol(method, address: email, token: token, world: &world)
    case .sms:
      guard let phone = request.text("phoneNumber"), Self.isPhone(phone) else {
        throw .invalid("phoneNumber must be in E.164 format, such as +14155550100.")
      }
      return try enrol(method, address: phone, token: token, world: &world)
    case .whatsApp, .passkey, .securityKey: throw .notOffered("This way to enrol \(method.rawValue)")
    case .authenticatorApp: return try enrolAuthenticatorApp(token: token, world: world)
    case .push, .qrCode, .inApp: return try enrolDevice(method, request, token: token, world: world)
    }
  }

  private mutating func enrol(
    _ method: AuthsignalMethod, address: String, token: AuthsignalClientToken, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    var user = records.user(token.key.userID)
    let known = user.authenticators.first { $0.method == method && $0.address == address }
    let authenticator =
      known
      ?? AuthsignalAuthenticator(id: world.random.uuid(), method: method, createdAt: world.now, address: address)
    try send(method, to: authenticator, token: token, world: &world)
    if known == nil { user.authenticators.append(authenticator) }
    records.users[token.key.userID] = user
    return ["userAuthenticatorId": .string(authenticator.id), "userId": .string(token.key.userID)]
  }

  /// Begins the enrolment of an authenticator app: SHA-1, six digits, 30 seconds, a secret of 20 bytes (A25).
  private mutating func enrolAuthenticatorApp(
    token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let secret = world.random.bytes(20)
    guard let generator = Self.generator(secret: secret) else {
      throw .invalid("The sandbox could not make a secret for the app. Report this to Latchkey's maintainers.")
    }
    let authenticator = AuthsignalAuthenticator(
      id: world.random.uuid(), method: .authenticatorApp, createdAt: world.now, generator: generator)
    var user = records.user(token.key.userID)
    // The new enrolment replaces an unfinished one, so that the earlier secret does not remain valid.
    user.authenticators.removeAll { $0.method == .authenticatorApp && $0.verifiedAt == nil }
    user.authenticators.append(authenticator)
    records.users[token.key.userID] = user
    records.waiting[AuthsignalChallenge.Slot(tokenID: token.id, method: .authenticatorApp)] = authenticator.id
    let uri = generator.uri(issuer: "Sandbox", account: user.profile["email"]?.stringValue ?? token.key.userID)
    return [
      "userAuthenticatorId": .string(authenticator.id), "userId": .string(token.key.userID),
      "uri": .string(uri.revealText()), "secret": .string(Base32.encode(secret)),
    ]
  }

  /// The code generator for a secret; nil if the secret is too short.
  static func generator(secret: [UInt8]) -> TOTP? {
    do throws(AuthError) { return try TOTP(secret: Secret(secret)) } catch { return nil }
  }

  /// Whether a string is an e-mail address: one `@` with text on both sides, a dot in the domain, and no whitespace.
  static func isEmail(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    return halves.count == 2 && !halves[0].isEmpty && !text.contains(where: \.isWhitespace)
      && halves[1].split(separator: ".", omittingEmptySubsequences: false).count > 1
      && halves[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// Whether a string is a phone number in E.164 format: `+` and 8 to 15 digits, of which the first is not 0.
  static func isPhone(_ text: String) -> Bool {
    guard text.hasPrefix("+") else { return false }
    let digits = text.utf8.dropFirst()
    return (8...15).contains(digits.count) && digits.first != 0x30 && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
