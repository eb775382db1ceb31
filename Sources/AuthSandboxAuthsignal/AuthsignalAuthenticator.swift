import AuthCore
import AuthCrypto
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A method that a user has enrolled, or has begun to enrol.
struct AuthsignalAuthenticator: Sendable {
  let id: String
  let method: AuthsignalMethod
  let createdAt: Date
  /// The e-mail address or the phone number.
  var address: String?
  /// The code generator, for an authenticator app.
  var generator: TOTP?
  /// The last time step whose code was accepted. Codes of this and of earlier steps are refused, so that each works
  /// only once (RFC 6238 §5.2).
  var usedSteps = TOTPReplayGuard()
  /// The WebAuthn credential, for a passkey or security key.
  var passkey: RegisteredPasskey?
  /// The id of the browser or device that created the passkey, as its request gave it; otherwise a random id.
  var passkeyDeviceID: String?
  /// The device's key, for push, QR code and in-app.
  var device: AuthsignalDevice?
  var verifiedAt: Date?
  var lastVerifiedAt: Date?

  /// The authenticator as JSON (A21). With `userID`, as the server API returns it, the object contains the user's id
  /// and the complete address. Without `userID`, as the client API returns it, the address is masked.
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
        "deviceId": .string(passkeyDeviceID ?? ""), "name": method == .passkey ? "Passkey" : "Security key",
        "credentialBackedUp": .bool(passkey.isBackedUp),
        "credentialDeviceType": passkey.isBackupEligible ? "multiDevice" : "singleDevice",
        "verifiedAt": .string(ISO8601.encode(verifiedAt ?? createdAt)),
      ]
    }
    object["devicePlatform"] = device.map { .string($0.platform.uppercased()) }
    object["displayName"] = device.map { .string($0.name) }
    if let address {
      let shown = userID == nil ? Self.masked(address) : address
      object[method.addressMember] = .string(shown)
    }
    return .object(object)
  }

  /// The masked address: `j***@example.com`, `*******4567`.
  static func masked(_ address: String) -> String {
    if let at = address.firstIndex(of: "@") { return address.prefix(1) + "***" + address[at...] }
    return String(repeating: "*", count: max(0, address.count - 4)) + address.suffix(4)
  }
}
