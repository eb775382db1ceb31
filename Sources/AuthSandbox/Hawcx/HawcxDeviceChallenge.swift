import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// What a device has to sign, for 60 seconds and once.
struct HawcxDeviceChallenge: Sendable {
  static let lifetime = 60.0

  let device: HawcxDevice
  let challenge: String
  let domain: String
  let expires: Date
  /// Whether the device is being enrolled, rather than checked.
  let isEnrollment: Bool

  init(_ device: HawcxDevice, domain: String, isEnrollment: Bool, now: Date, random: any RandomSource) {
    self.device = device
    self.domain = domain
    self.isEnrollment = isEnrollment
    challenge = random.token(byteCount: 32)
    expires = now.addingTimeInterval(Self.lifetime)
  }

  /// The `step` of the answer.
  var json: JSONObject {
    [
      "type": "device_challenge", "challenge": .string(challenge), "challenge_encoding": "base64url",
      "key_id": .string(device.keyID), "algorithm": .string(device.algorithm.rawValue), "domain": .string(domain),
      "combinedsalt": "", "response_encoding": "base64url",
    ]
  }
}
