import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user's second factors (P34 to P37).
struct PrivySecondFactors: Sendable {
  /// The number that codes go to.
  private(set) var phone: (number: String, since: Int64)?
  /// The address that codes go to.
  private(set) var email: (address: String, since: Int64)?
  private(set) var app: (secret: [UInt8], since: Int64)?
  /// Passkeys by their ids in base64url; those that the user still has count.
  private(set) var passkeys: (ids: [String], since: Int64)?
  /// A secret that was given out and whose first code is awaited.
  private var offered: [UInt8]?
  private var usedSteps = TOTPReplayGuard()
  private var tries = 0

  /// DESIGN P88: so many wrong codes end an enrolment.
  static let triesAllowed = 4

  /// What users show of them.
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

  /// Whether there is one.
  var isEmpty: Bool { phone == nil && email == nil && app == nil && passkeys == nil }

  /// These passkeys are second factors from now on, and no others.
  mutating func setPasskeys(_ ids: [String], at time: Int64) { passkeys = ids.isEmpty ? nil : (ids, time) }

  /// A passkey that was unlinked is no factor any more.
  mutating func keepPasskeys(_ linked: Set<String>) {
    guard let passkeys else { return }
    setPasskeys(passkeys.ids.filter { linked.contains($0) }, at: passkeys.since)
  }

  /// A secret for an authenticator app; it counts once a code of it came.
  mutating func offerSecret(random: any RandomSource) -> [UInt8] {
    let secret = random.bytes(20)
    offered = secret
    tries = 0
    return secret
  }

  /// The first code of the offered secret.
  mutating func enrollApp(_ code: String, at date: Date, time: Int64) -> PrivyCodes.Outcome {
    guard let offered else { return .unknown }
    let outcome = check(code, secret: offered, at: date)
    if outcome == .right {
      app = (offered, time)
      self.offered = nil
    }
    return outcome
  }

  /// A code of the app that is set up.
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
