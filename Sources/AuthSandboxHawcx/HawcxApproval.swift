import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decision that a flow expects from a second device. The flow waits for 120 seconds, and the client polls every
/// two seconds (H93).
struct HawcxApproval: Sendable {
  static let lifetime = HawcxLimits.approvalLifetime
  static let pollInterval = HawcxLimits.approvalInterval

  let id: String
  let method: HawcxMethod
  let qrData: String?
  let expires: Date
  /// The decision; nil until it is made.
  var isApproved: Bool?

  init(_ method: HawcxMethod, flow: String, now: Date, random: any RandomSource) {
    id = random.uuid()
    self.method = method
    expires = now.addingTimeInterval(Self.lifetime)
    let payload: JSONValue = [
      "type": "qr_auth", "session_id": .string(flow), "nonce": .string(random.token()),
      "phone_action_token": .string(random.token()), "v": 1,
    ]
    qrData = method == .qrCode ? payload.serializedText : nil
  }
}
