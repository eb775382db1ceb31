import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A challenge that waits for a device: a decision on a sign-in elsewhere, or the device's own proof.
struct AuthsignalDeviceChallenge: Sendable {
  enum Kind: Sendable, Equatable { case anonymous, push, qrCode }

  /// GUESS A103: ten minutes, a minute longer than the documents show a QR code (A64).
  static let lifetime: Duration = .seconds(600)
  let id: String
  let kind: Kind
  /// The user; nil until a device claims or proves it.
  var userID: String?
  /// The tracked action; nil for an anonymous one, which gets its action when it is proved.
  var key: AuthsignalAction.Key?
  let action: String?
  /// The proved action's idempotency key, where it was set beforehand (A28).
  var idempotencyKey: String?
  /// The details to show, from the requesting side.
  var custom: JSONValue?
  let expires: Date
  /// The authenticator that was asked, or that claimed it.
  var authenticatorID: String?
  /// The code that lets the requesting side alone read the outcome.
  var deviceCode: String?
  /// nil while it is undecided.
  var isApproved: Bool?
  var userAgent: String?
  var ipAddress: String?
  var deviceID: String?

  /// Takes the details of the requesting side from the tracked action and from its request (A43).
  mutating func describe(by attributes: JSONObject?, _ request: SandboxRequest) {
    custom = attributes?["custom"] ?? custom
    userAgent = attributes?["userAgent"]?.stringValue ?? request.headers["User-Agent"]
    ipAddress = attributes?["ipAddress"]?.stringValue ?? "127.0.0.1"
    deviceID = attributes?["deviceId"]?.stringValue
  }
}
