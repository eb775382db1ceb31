import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A challenge for a device: to decide a sign-in on another device, or to prove its own key.
struct AuthsignalDeviceChallenge: Sendable {
  enum Kind: Sendable, Equatable { case anonymous, push, qrCode }

  /// GUESS A103: ten minutes, a minute longer than a QR code is shown according to the documents (A64).
  static let lifetime: Duration = .seconds(600)
  let id: String
  let kind: Kind
  /// The user; nil until a device claims or answers the challenge.
  var userID: String?
  /// The action; nil for a challenge without a user, which gets its action when a device claims or answers it.
  var key: AuthsignalAction.Key?
  let action: String?
  /// The idempotency key of the action, if the request named it (A28).
  var idempotencyKey: String?
  /// The details of the request that the device shows.
  var custom: JSONValue?
  let expires: Date
  /// The authenticator that was asked to decide, or that claimed the challenge.
  var authenticatorID: String?
  /// The code with which only the requesting side can read the outcome.
  var deviceCode: String?
  /// The decision; nil until it is made.
  var isApproved: Bool?
  var userAgent: String?
  var ipAddress: String?
  var deviceID: String?

  /// Sets the details of the requesting side from the tracked action and from the request (A43).
  mutating func describe(by attributes: JSONObject?, _ request: SandboxRequest) {
    custom = attributes?["custom"] ?? custom
    userAgent = attributes?["userAgent"]?.stringValue ?? request.headers["User-Agent"]
    ipAddress = attributes?["ipAddress"]?.stringValue ?? "127.0.0.1"
    deviceID = attributes?["deviceId"]?.stringValue
  }
}
