import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whoever can sign something in an organisation.
struct TurnkeyUser: Sendable {
  let id: String
  var name: String
  var email: String?
  var phone: String?
  var apiKeys: [TurnkeyAPIKey] = []
  var authenticators: [TurnkeyAuthenticator] = []
  var oauthIdentities: [TurnkeyOAuthIdentity] = []
  let createdAt: Date
  var updatedAt: Date

  /// What its credentials are found by: public keys, and passkeys by their ids.
  var handles: [String] {
    apiKeys.map(\.publicKey) + authenticators.map { TurnkeyAuthenticator.handle($0.credentialID) }
  }

  /// v1User.
  func json() -> JSONValue {
    var object: JSONObject = ["userId": .string(id), "userName": .string(name)]
    object["userEmail"] = email.map { .string($0) }
    object["userPhoneNumber"] = phone.map { .string($0) }
    object["authenticators"] = .array(authenticators.map(\.json))
    object["apiKeys"] = .array(apiKeys.map(\.json))
    object["userTags"] = []
    object["oauthProviders"] = .array(oauthIdentities.map(\.json))
    object["mfaPolicies"] = []
    object["createdAt"] = createdAt.turnkeyTimestamp
    object["updatedAt"] = updatedAt.turnkeyTimestamp
    return .object(object)
  }
}

/// A key that stamps requests; a session's key is one that expires.
struct TurnkeyAPIKey: Sendable {
  let id: String
  let name: String
  /// Compressed, in lower-case hex.
  let publicKey: String
  let verifier: P256.Signing.PublicKey
  /// Whether a login made it, rather than a registration.
  let isLogin: Bool
  let createdAt: Date
  let lifetime: Int64?

  var expires: Date? { lifetime.map { createdAt.addingTimeInterval(Double($0)) } }
  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// v1ApiKey.
  var json: JSONValue {
    var object: JSONObject = [
      "credential": [
        "publicKey": .string(publicKey),
        "type": isLogin ? "CREDENTIAL_TYPE_LOGIN" : "CREDENTIAL_TYPE_API_KEY_P256",
      ],
      "apiKeyId": .string(id), "apiKeyName": .string(name), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp,
    ]
    object["expirationSeconds"] = lifetime.map { .string(String($0)) }
    return .object(object)
  }

  /// A public key in the only form that is taken: 66 hexadecimal digits of a point on the curve (notes §1.1).
  static func point(_ text: String) throws(TurnkeyFailure) -> P256.Signing.PublicKey {
    do {
      guard text.utf8.count == 66, let bytes = Hex.decode(text) else { throw CryptoError.invalidEncoding }
      return try P256.Signing.PublicKey(compressedRepresentation: bytes)
    } catch {
      throw .invalid("public key must be a compressed P-256 point in hexadecimal")
    }
  }
}

/// Who somebody is at an OpenID Connect issuer.
struct TurnkeyOAuthIdentity: Sendable {
  struct Key: Sendable, Hashable {
    let issuer: String
    let audience: String
    let subject: String
  }

  let id: String
  let name: String
  let key: Key
  let createdAt: Date

  /// v1OauthProvider.
  var json: JSONValue {
    [
      "providerId": .string(id), "providerName": .string(name), "issuer": .string(key.issuer),
      "audience": .string(key.audience), "subject": .string(key.subject), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp,
    ]
  }
}

extension Date {
  /// externaldatav1Timestamp: both members are strings (notes §0).
  var turnkeyTimestamp: JSONValue {
    let seconds = timeIntervalSince1970.rounded(.down)
    let nanos = Int64(((timeIntervalSince1970 - seconds) * 1_000).rounded(.down)) * 1_000_000
    return ["seconds": .string(String(Int64(seconds))), "nanos": .string(String(nanos))]
  }
}
