import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in elsewhere that waits for this device (Authsignal protocol notes §3.4).
struct PushChallenge: Sendable, Equatable {
  let id: String
  let action: String?
  let ipAddress: String?
  let userAgent: String?
  let expiresAt: Date?
  let needsNumber: Bool

  /// nil where nothing waits: then `challengeId` is left out.
  init?(_ json: JSONValue) {
    guard let id = json["challengeId"]?.stringValue, json["userId"]?.stringValue != nil else { return nil }
    self.id = id
    action = json["actionCode"]?.stringValue
    ipAddress = json["ipAddress"]?.stringValue
    userAgent = json["userAgent"]?.stringValue
    // GUESS: seconds since 1970, as for other challenges (notes §1.4).
    expiresAt = json["expiresAt"]?.integerValue.map { Date(timeIntervalSince1970: Double($0)) }
    needsNumber = json[NumberMatching.wanted]?.boolValue ?? false
  }

  var pending: PendingChallenge {
    let origin = [ipAddress, userAgent].compactMap(\.self).joined(separator: ", ")
    return PendingChallenge(
      id: id, action: action, origin: origin.isEmpty ? nil : origin, expiresAt: expiresAt, needsNumber: needsNumber)
  }
}
