import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in on another device that waits for this device (A43).
struct PushChallenge: Sendable, Equatable {
  let id: String
  let userID: String
  let action: String?
  let idempotencyKey: String?
  let deviceID: String?
  let ipAddress: String?
  let userAgent: String?
  let expiresAt: Date?
  let custom: JSONValue?
  let userCustom: JSONValue?

  /// Whether the app's backend compares a number that the user enters on this device.
  var needsNumber: Bool { NumberMatching.number(in: custom) != nil }

  /// Reads the response. Returns nil if it has no `challengeId` or no `userId`, because then no challenge is waiting.
  init?(_ json: JSONValue) {
    guard let id = json.identifier("challengeId"), let user = json["userId"]?.stringValue else { return nil }
    self.id = id
    userID = user
    idempotencyKey = json["idempotencyKey"]?.stringValue
    deviceID = json.identifier("deviceId")
    action = json["actionCode"]?.stringValue
    ipAddress = json["ipAddress"]?.stringValue
    userAgent = json["userAgent"]?.stringValue
    // GUESS A44: seconds since 1970.
    expiresAt = json["expiresAt"]?.integerValue.map { Date(timeIntervalSince1970: Double($0)) }
    custom = AuthsignalAPI.given(json["custom"])
    userCustom = AuthsignalAPI.given(json["user"]?["custom"])
  }

  var pending: PendingChallenge {
    let origin = [ipAddress, userAgent].compactMap(\.self).joined(separator: ", ")
    return PendingChallenge(
      id: id, action: action, origin: origin.isEmpty ? nil : origin, expiresAt: expiresAt, needsNumber: needsNumber,
      userID: userID, idempotencyKey: idempotencyKey, deviceID: deviceID, custom: custom, userCustom: userCustom)
  }
}
