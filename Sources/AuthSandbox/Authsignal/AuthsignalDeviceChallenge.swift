import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What waits for a device: a decision on a sign-in elsewhere, or a proof of its own.
struct AuthsignalDeviceChallenge: Sendable {
  enum Kind: Sendable, Equatable { case anonymous, push, qrCode }

  /// GUESS A103: ten minutes, a minute more than the documents have a picture be shown (A64).
  static let lifetime: Duration = .seconds(600)
  let id: String
  let kind: Kind
  /// Whom it is about; nil until a device claims or proves it.
  var userID: String?
  /// The tracked action; nil for an anonymous one, which gets its action when it is proved.
  var key: AuthsignalAction.Key?
  let action: String?
  /// What the proved action is to be called by, where that was said beforehand (A28).
  var idempotencyKey: String?
  /// What the side that asks wants shown.
  var custom: JSONValue?
  let expires: Date
  /// The authenticator that was asked, or has claimed it.
  var authenticatorID: String?
  /// What lets the side that asks, and no other caller, read the outcome.
  var deviceCode: String?
  /// nil while it is undecided.
  var isApproved: Bool?
  var userAgent: String?
  var ipAddress: String?
  var deviceID: String?

  /// Takes what the tracked action says of the side that asks, and what its request does (A43).
  mutating func describe(by attributes: JSONObject?, _ request: SandboxRequest) {
    custom = attributes?["custom"] ?? custom
    userAgent = attributes?["userAgent"]?.stringValue ?? request.headers["User-Agent"]
    ipAddress = attributes?["ipAddress"]?.stringValue ?? "127.0.0.1"
    deviceID = attributes?["deviceId"]?.stringValue
  }
}
