import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A challenge for a device: to decide a sign-in on another device, or to prove the device's own key or passkey.
struct AuthsignalDeviceChallenge: Sendable {
  enum Kind: Sendable, Equatable { case anonymous, push, qrCode }

  /// GUESS A103: ten minutes, a minute longer than a QR code is shown according to the documents (A64).
  static let lifetime: Duration = .seconds(600)
  let id: String
  let kind: Kind
  /// The user: for push, from the start; for a QR code, after a device has claimed it; nil for an anonymous challenge.
  var userID: String?
  /// The tracked action; nil for an anonymous challenge, and until a QR code that was requested without a token is
  /// claimed.
  var key: AuthsignalAction.Key?
  /// The name of the action; nil if the request of an anonymous challenge named none.
  let action: String?
  /// The idempotency key of the action, if the request of an anonymous challenge named one (A28).
  var idempotencyKey: String?
  /// The details of the request that the device shows.
  var custom: JSONValue?
  let expires: Date
  /// The id of the authenticator that was asked to decide, or that claimed the challenge; nil if a push may be decided
  /// by any of the user's devices.
  var authenticatorID: String?
  /// The code without which the outcome of a QR code cannot be read; only the side that requested the QR code has it.
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
