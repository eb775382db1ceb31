import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent to a user. It has 6 digits (H35) and expires after 5 minutes; another one can be sent after 30
/// seconds (H37). A code allows 5 attempts, and a step sends at most 5 codes (H93).
struct HawcxOneTimeCode: Sendable {
  enum Verdict: Sendable, Hashable {
    case accepted
    case wrong(attemptsLeft: Int)
    case exhausted
    case expired
  }

  static let length = 6
  static let lifetime = 300.0
  static let attempts = HawcxLimits.codeAttempts
  static let coolDown = 30.0
  static let sendLimit = HawcxLimits.codeSends

  let method: HawcxMethod
  let address: HawcxAddress
  private(set) var code: String
  private(set) var expires: Date
  private(set) var resendAt: Date
  private(set) var attemptsLeft = attempts
  private(set) var sends = 1

  init(_ method: HawcxMethod, to address: HawcxAddress, now: Date, random: any RandomSource) {
    self.method = method
    self.address = address
    code = random.characters(Self.length, of: "0123456789")
    expires = now.addingTimeInterval(Self.lifetime)
    resendAt = now.addingTimeInterval(Self.coolDown)
  }

  var channel: Outbox.Channel { method == .smsOTP ? .sms : .email }

  /// Checks a code. Before the expiry, a wrong code counts as an attempt.
  mutating func check(_ given: String, now: Date) -> Verdict {
    guard now < expires else { return .expired }
    if ConstantTime.equal(given, code) { return .accepted }
    attemptsLeft -= 1
    return attemptsLeft > 0 ? .wrong(attemptsLeft: attemptsLeft) : .exhausted
  }

  /// Replaces the code with a different one, for which the user has all attempts again.
  mutating func renew(now: Date, random: any RandomSource) {
    let earlier = code
    repeat { code = random.characters(Self.length, of: "0123456789") } while code == earlier
    expires = now.addingTimeInterval(Self.lifetime)
    resendAt = now.addingTimeInterval(Self.coolDown)
    attemptsLeft = Self.attempts
    sends += 1
  }
}
