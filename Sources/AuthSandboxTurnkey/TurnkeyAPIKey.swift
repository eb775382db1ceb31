import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A key that stamps requests. A session's key is an API key that expires.
struct TurnkeyAPIKey: Sendable {
  /// The operation that added the key. Except for `registration`, the raw values are those of v1CredentialType. A
  /// registered key has the credential type of its curve instead.
  enum Origin: String, Sendable {
    case registration
    case login = "CREDENTIAL_TYPE_LOGIN"
    case readWriteSession = "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256"
    case oauth = "CREDENTIAL_TYPE_OAUTH_KEY_P256"
    case otpAuth = "CREDENTIAL_TYPE_OTP_AUTH_KEY_P256"
    case emailAuth = "CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256"
    case recovery = "CREDENTIAL_TYPE_RECOVER_USER_KEY_P256"
  }

  let id: String
  let name: String
  /// The public key in lower-case hex.
  let publicKey: String
  let verifier: TurnkeyPublicKey
  let origin: Origin
  let createdAt: Date
  /// The lifetime in seconds; nil for a permanent key.
  let lifetime: Int64?
  var sessionProfileID: String?

  var expires: Date? { lifetime.map { createdAt.addingTimeInterval(Double($0)) } }
  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// The key on the wire: v1ApiKey.
  var json: JSONValue {
    var credential: JSONObject = [
      "publicKey": .string(publicKey),
      "type": .string(origin == .registration ? verifier.credentialType : origin.rawValue),
    ]
    credential["sessionProfileId"] = sessionProfileID.map { .string($0) }
    var object: JSONObject = [
      "credential": .object(credential), "apiKeyId": .string(id), "apiKeyName": .string(name),
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": createdAt.turnkeyTimestamp,
    ]
    object["expirationSeconds"] = lifetime.map { .string(String($0)) }
    return .object(object)
  }

  /// Reads the public key of a session or of a verification token: a compressed P-256 point, as 66 hexadecimal digits
  /// (T75).
  ///
  /// - Throws: `malformedPublicKey` for any other form.
  static func point(_ text: String) throws(TurnkeyFailure) -> P256.Signing.PublicKey {
    guard case .p256(let key) = try TurnkeyPublicKey(text, curveType: "API_KEY_CURVE_P256") else {
      throw .malformedPublicKey
    }
    return key
  }
}
