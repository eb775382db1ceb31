#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sign-in on another device that waits for a decision on this device.
public struct PendingChallenge: Sendable, Hashable {
  /// The id of the challenge, for `ChallengeApproving.approve` and `deny`.
  public let id: String
  /// The vendor's name for the action to approve; nil if the vendor sends none. Texts of more than 200 characters are
  /// cut, and characters that could change how a terminal or a page shows the text become spaces. The same applies to
  /// `origin`.
  public let action: String?
  /// Where the sign-in was requested, as a string for display, such as an address and a browser; nil if the vendor
  /// sends none.
  public let origin: String?
  /// When the challenge expires; nil if the vendor does not send the time.
  public let expiresAt: Date?
  /// Whether `approve` needs the number that the other device shows.
  public let needsNumber: Bool
  /// The app's own id of the user; nil if the vendor sends none.
  public let userID: String?
  /// The id of this one action, which distinguishes it from other actions with the same name; nil if the vendor sends
  /// none.
  public let idempotencyKey: String?
  /// The vendor's id of the device that requests the sign-in; nil if the vendor sends none.
  public let deviceID: String?
  /// The data that the app's backend attaches for display, such as an amount or a payee; nil without such data.
  public let custom: JSONValue?
  /// The data that the app's backend stores about the user; nil without such data.
  public let userCustom: JSONValue?

  /// Creates a challenge; by default the vendor sends only its id, and `approve` needs no number.
  public init(
    id: String, action: String? = nil, origin: String? = nil, expiresAt: Date? = nil, needsNumber: Bool = false,
    userID: String? = nil, idempotencyKey: String? = nil, deviceID: String? = nil, custom: JSONValue? = nil,
    userCustom: JSONValue? = nil
  ) {
    self.id = id
    self.action = action.flatMap { ServerText.shown($0) }
    self.origin = origin.flatMap { ServerText.shown($0) }
    self.expiresAt = expiresAt
    self.needsNumber = needsNumber
    self.userID = userID
    self.idempotencyKey = idempotencyKey
    self.deviceID = deviceID
    self.custom = custom
    self.userCustom = userCustom
  }
}

extension PendingChallenge: Redacting {
  /// The challenge and the device that requests it, without the data that the app's backend attached.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "id": id, "action": action ?? "nil", "origin": origin ?? "nil", "expiresAt": expiresAt.map { "\($0)" } ?? "nil",
      "needsNumber": "\(needsNumber)", "deviceID": deviceID ?? "nil",
    ]
  }
}
