#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sign-in elsewhere that waits for a decision here.
public struct PendingChallenge: Sendable, Hashable {
  /// What `approve` and `deny` take.
  public let id: String
  /// What is to be approved, by the vendor's name.
  public let action: String?
  /// Where it comes from: address, browser.
  public let origin: String?
  /// When it is too late.
  public let expiresAt: Date?
  /// Whether `approve` needs the number that the other device shows.
  public let needsNumber: Bool
  /// Whom it is about, by the app's own id.
  public let userID: String?
  /// Which action of that name.
  public let idempotencyKey: String?
  /// The device that asks, by the vendor's id.
  public let deviceID: String?
  /// What the app's backend wants shown with it: an amount, a payee; nil where it said nothing.
  public let custom: JSONValue?
  /// What the app's backend keeps about the user; nil where it keeps nothing.
  public let userCustom: JSONValue?

  /// A challenge.
  public init(
    id: String, action: String? = nil, origin: String? = nil, expiresAt: Date? = nil, needsNumber: Bool = false,
    userID: String? = nil, idempotencyKey: String? = nil, deviceID: String? = nil, custom: JSONValue? = nil,
    userCustom: JSONValue? = nil
  ) {
    self.id = id
    self.action = action
    self.origin = origin
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
  /// What is asked for and by which device, without what the app's backend attached.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "id": id, "action": action ?? "nil", "origin": origin ?? "nil", "expiresAt": expiresAt.map { "\($0)" } ?? "nil",
      "needsNumber": "\(needsNumber)", "deviceID": deviceID ?? "nil",
    ]
  }
}
