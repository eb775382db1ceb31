import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One entry of `GET user-authenticators` (A21, A55).
struct Authenticator: Sendable, Equatable {
  let id: String
  /// The method by the vendor's name: `EMAIL_OTP`, `SMS`, `AUTHENTICATOR_APP`, `PASSKEY`, …; nil if the entry names no
  /// method (A81).
  let verificationMethod: String?
  let isVerified: Bool
  let isDefault: Bool
  /// The e-mail address or telephone number, masked by the server.
  let maskedContact: String?
  let name: String?
  /// The ID of a passkey.
  let credentialID: [UInt8]?
  let createdAt: Date?
  let lastVerifiedAt: Date?

  init(_ json: JSONValue) throws(AuthError) {
    id = try json.requiredIdentifier("userAuthenticatorId")
    verificationMethod = json["verificationMethod"]?.stringValue
    isVerified = json["verifiedAt"]?.stringValue != nil
    isDefault = json["isDefault"]?.boolValue ?? false
    maskedContact = json["email"]?.stringValue ?? json["phoneNumber"]?.stringValue
    name = json["displayName"]?.stringValue ?? json["webauthnCredential"]?["name"]?.stringValue
    credentialID = json["webauthnCredential"]?["credentialId"]?.stringValue.flatMap { Base64URL.decode($0) }
    createdAt = json["createdAt"]?.stringValue.flatMap { ISO8601.decode($0) }
    lastVerifiedAt = json["lastVerifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) }
  }

  /// Reads the response as a list, in the server's order.
  static func list(_ json: JSONValue) throws(AuthError) -> [Authenticator] {
    guard let elements = json.arrayValue else {
      throw AuthError(
        .malformedResponse, "The response is not a list of authenticators. Try again, or check the server's address.")
    }
    var list: [Authenticator] = []
    for element in elements { list.append(try Authenticator(element)) }
    return list
  }

  /// The entry as a credential.
  var credential: Credential {
    Credential(
      id: id, method: methodID, label: maskedContact ?? name, createdAt: createdAt, lastUsedAt: lastVerifiedAt)
  }

  private var methodID: MethodID {
    switch verificationMethod {
    case "EMAIL_OTP": .emailOTP
    case "SMS": .smsOTP
    case "WHATSAPP": .whatsAppOTP
    case "AUTHENTICATOR_APP": .totp
    case "EMAIL_MAGIC_LINK": .emailMagicLink
    case "PASSKEY": .passkey
    case "SECURITY_KEY": .securityKey
    case "PUSH": .push
    case "QR_CODE": .qrCode
    // `DEVICE` is the older name of `IN_APP` (A55).
    case "DEVICE", "IN_APP": .inApp
    // Other methods keep their own names (A56).
    case let other?: MethodID(serverName: other.lowercased())
    case nil: MethodID(ServerText.unknownName)
    }
  }
}
