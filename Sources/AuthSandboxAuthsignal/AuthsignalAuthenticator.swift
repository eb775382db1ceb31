import AuthCore
import AuthCrypto
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A method that a user has enrolled, or begun to enrol.
struct AuthsignalAuthenticator: Sendable {
  let id: String
  let method: AuthsignalMethod
  let createdAt: Date
  /// The e-mail address or the phone number.
  var address: String?
  /// The code generator of an authenticator app.
  var generator: TOTP?
  /// No code of an authenticator app works twice (RFC 6238 §5.2).
  var usedSteps = TOTPReplayGuard()
  /// The credential of WebAuthn.
  var passkey: RegisteredPasskey?
  /// The browser or device that made it.
  var passkeyDeviceID: String?
  /// The key of push, QR code and in-app.
  var device: AuthsignalDevice?
  var verifiedAt: Date?
  var lastVerifiedAt: Date?

  /// The object of A21: addresses masked for devices, in full and with the user for the app's backend.
  func json(isDefault: Bool, userID: String? = nil) -> JSONValue {
    var object: JSONObject = [
      "userAuthenticatorId": .string(id), "verificationMethod": .string(method.rawValue),
      "createdAt": .string(ISO8601.encode(createdAt)), "isDefault": .bool(isDefault),
    ]
    object["userId"] = userID.map { .string($0) }
    object["verifiedAt"] = verifiedAt.map { .string(ISO8601.encode($0)) }
    object["lastVerifiedAt"] = lastVerifiedAt.map { .string(ISO8601.encode($0)) }
    object["webauthnCredential"] = passkey.map { passkey in
      [
        "credentialId": .string(Base64URL.encode(passkey.credentialID)),
        "deviceId": .string(passkeyDeviceID ?? ""), "name": "Passkey",
        "credentialBackedUp": .bool(passkey.isBackedUp),
        "credentialDeviceType": passkey.isBackupEligible ? "multiDevice" : "singleDevice",
        "verifiedAt": .string(ISO8601.encode(verifiedAt ?? createdAt)),
      ]
    }
    object["devicePlatform"] = device.map { .string($0.platform.uppercased()) }
    object["displayName"] = device.map { .string($0.name) }
    if let address {
      let shown = userID == nil ? Self.masked(address) : address
      object[method == .emailOTP ? "email" : "phoneNumber"] = .string(shown)
    }
    return .object(object)
  }

  /// `j***@example.com`, `*******4567`.
  static func masked(_ address: String) -> String {
    if let at = address.firstIndex(of: "@") { return address.prefix(1) + "***" + address[at...] }
    return String(repeating: "*", count: max(0, address.count - 4)) + address.suffix(4)
  }
}
