import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user's second factors (P34 to P37).
struct PrivySecondFactors: Sendable {
  /// The number that codes are sent to.
  private(set) var phone: (number: String, since: Int64)?
  /// The address that codes are sent to.
  private(set) var email: (address: String, since: Int64)?
  private(set) var app: (secret: [UInt8], since: Int64)?
  /// The ids of the passkeys that are second factors, in base64url; all of them belong to the user.
  private(set) var passkeys: (ids: [String], since: Int64)?
  /// An issued secret, which becomes a factor when its first code is accepted.
  private var offered: [UInt8]?
  private var usedSteps = TOTPReplayGuard()
  private var tries = 0

  /// DESIGN P88: the number of wrong codes in a row after which every code of an authenticator app is refused, until a
  /// new secret is offered.
  static let triesAllowed = 4

  /// The factors, as in the member `mfa_methods` of the user object.
  var json: JSONValue {
    var methods: [JSONValue] = []
    if let phone { methods.append(["type": "sms", "verified_at": .integer(phone.since)]) }
    if let email { methods.append(["type": "email", "verified_at": .integer(email.since)]) }
    if let app { methods.append(["type": "totp", "verified_at": .integer(app.since)]) }
    if let passkeys { methods.append(["type": "passkey", "verified_at": .integer(passkeys.since)]) }
    return .array(methods)
  }

  mutating func setPhone(_ number: String, at time: Int64) { phone = (number, time) }

  mutating func setEmail(_ address: String, at time: Int64) { email = (address, time) }

  mutating func removePhone() { phone = nil }
  mutating func removeEmail() { email = nil }
  mutating func removeApp() { app = nil }

  /// Whether the user has no second factor.
  var isEmpty: Bool { phone == nil && email == nil && app == nil && passkeys == nil }

  /// Makes exactly these passkeys second factors; none if the list is empty.
  mutating func setPasskeys(_ ids: [String], at time: Int64) { passkeys = ids.isEmpty ? nil : (ids, time) }

  /// Removes the passkeys that are not in `linked`.
  mutating func keepPasskeys(_ linked: Set<String>) {
    guard let passkeys else { return }
    setPasskeys(passkeys.ids.filter { linked.contains($0) }, at: passkeys.since)
  }

  /// Makes a secret for an authenticator app, which becomes a factor once `enrollApp` accepts its first code.
  mutating func offerSecret(random: any RandomSource) -> [UInt8] {
    let secret = random.bytes(20)
    offered = secret
    tries = 0
    return secret
  }

  /// Checks the first code of the offered secret, and enrols the authenticator app if the code is right. The outcome is
  /// `unknown` if no secret was offered.
  mutating func enrollApp(_ code: String, at date: Date, time: Int64) -> PrivyCodes.Outcome {
    guard let offered else { return .unknown }
    let outcome = check(code, secret: offered, at: date)
    if outcome == .right {
      app = (offered, time)
      self.offered = nil
    }
    return outcome
  }

  /// Checks a code of the enrolled authenticator app. The outcome is `unknown` if none is enrolled.
  mutating func verifyApp(_ code: String, at date: Date) -> PrivyCodes.Outcome {
    app.map { check(code, secret: $0.secret, at: date) } ?? .unknown
  }

  private mutating func check(_ code: String, secret: [UInt8], at date: Date) -> PrivyCodes.Outcome {
    guard tries < Self.triesAllowed else { return .exhausted }
    guard let generator = try? TOTP(secret: Secret(secret)), usedSteps.accept(code, by: generator, at: date) else {
      tries += 1
      return .wrong
    }
    tries = 0
    return .right
  }
}
