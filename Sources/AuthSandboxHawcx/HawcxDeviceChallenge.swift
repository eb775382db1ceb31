import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A challenge for a device. Every proof, right or wrong, uses the challenge up; it expires after 60 seconds (H93).
struct HawcxDeviceChallenge: Sendable {
  static let lifetime = HawcxLimits.challengeLifetime

  let device: HawcxDevice
  let challenge: [UInt8]
  let domain: String
  let expires: Date
  /// True while the device is being enrolled, false while an enrolled device proves itself.
  let isEnrollment: Bool

  init(_ device: HawcxDevice, domain: String, isEnrollment: Bool, now: Date, random: any RandomSource) {
    self.device = device
    self.domain = domain
    self.isEnrollment = isEnrollment
    challenge = random.bytes(32)
    expires = now.addingTimeInterval(Self.lifetime)
  }

  /// The `step` of the response (H41).
  var json: JSONObject {
    [
      "type": "device_challenge", "challenge": .string(Base64.encode(challenge)), "challengeEncoding": "base64",
      "keyId": .string(device.keyID), "algorithm": .string(HawcxDevice.algorithm), "domain": .string(domain),
      "combinedsalt": .string(Base64.encode(device.salt)), "responseEncoding": "base64",
    ]
  }
}
