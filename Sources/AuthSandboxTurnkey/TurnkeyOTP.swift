import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The codes that were sent. A code allows three attempts and is valid for five minutes by default. A contact has at
/// most three valid codes; a fourth replaces the oldest. At most three codes are sent in three minutes for the same
/// `userIdentifier`, or at the proxy to the same contact (T8, T82).
struct TurnkeyOTP: Sendable {
  struct Challenge: Sendable {
    let id: String
    let contact: TurnkeyContact
    let code: String
    /// The key to which the client encrypts the code; nil in the older form, in which the client sends the code
    /// unencrypted.
    let target: P256.KeyAgreement.PrivateKey?
    let expires: Date
    var wrongTries = 0
  }

  static let triesAllowed = 3
  static let liveAllowed = 3
  private var challenges: [String: Challenge] = [:]
  /// The ids of a contact's challenges, oldest first. Adding a challenge removes the expired ones.
  private var live: [TurnkeyContact: [String]] = [:]
  private var requests: [String: [Date]] = [:]

  mutating func add(_ challenge: Challenge, userIdentifier: String?, now: Date) throws(TurnkeyFailure) {
    if let userIdentifier {
      let recent = (requests[userIdentifier] ?? []).filter { $0 > now.addingTimeInterval(-180) }
      guard recent.count < 3 else { throw .tooManyCodes }
      requests[userIdentifier] = recent + [now]
    }
    challenges[challenge.id] = challenge
    var ids = (live[challenge.contact] ?? []).filter { challenges[$0].map { $0.expires > now } ?? false }
    ids.append(challenge.id)
    while ids.count > Self.liveAllowed { challenges[ids.removeFirst()] = nil }
    live[challenge.contact] = ids
  }

  func challenge(_ id: String, now: Date) throws(TurnkeyFailure) -> Challenge {
    guard let challenge = challenges[id] else { throw .unknownCode }
    guard challenge.expires > now else { throw .expiredCode }
    guard challenge.wrongTries < Self.triesAllowed else { throw .lockedCode }
    return challenge
  }

  /// Checks a code. The right code cannot be used again; a wrong one counts as an attempt.
  ///
  /// - Throws: `wrongCode`, or `lockedCode` after the last attempt that is allowed.
  mutating func redeem(_ challenge: Challenge, code: String) throws(TurnkeyFailure) {
    guard ConstantTime.equal(code, challenge.code) else {
      challenges[challenge.id]?.wrongTries += 1
      throw challenge.wrongTries + 1 < Self.triesAllowed ? .wrongCode : .lockedCode
    }
    challenges[challenge.id] = nil
  }
}

extension TurnkeyOTP.Challenge {
  /// `otpEncryptionTargetBundle`: the challenge's public key, signed by the TLS fetcher enclave; nil in the older form.
  func targetBundle(signedBy key: P256.Signing.PrivateKey) throws(TurnkeyFailure) -> String? {
    guard let target else { return nil }
    return try TurnkeyEnclaves.envelope(
      ["targetPublic": .string(Hex.encode(target.publicKey.x963Representation))], signedBy: key)
  }

  /// Decrypts the code and the client's public key in an `encryptedOtpBundle`.
  func open(_ bundle: String) throws(TurnkeyFailure) -> (code: String, publicKey: String) {
    guard let target else { throw .invalid("this OTP was started without encryption; verify it with otpCode") }
    let refused = TurnkeyFailure.invalid("invalid encrypted OTP bundle")
    let text = try TurnkeyEnclaves.open(bundle, with: target, refusal: refused)
    do throws(JSONError) {
      let plain = try JSONValue(parsing: text)
      if let code = plain["otp_code"]?.stringValue, let key = plain["public_key"]?.stringValue { return (code, key) }
    } catch {
      throw refused
    }
    throw refused
  }
}
