import AuthCore
import AuthCrypto
import AuthSandboxKit

/// A verification token: it proves that a user received the code that was sent to a contact. The token may be bound to
/// a key (T77).
struct TurnkeyVerification: Sendable {
  let id: String
  let contact: TurnkeyContact
  let organization: String
  let publicKey: String?

  /// The use of a token. GUESS T69: a token works once for each use, since clients sign up and then log in with the
  /// same token.
  enum Usage: String, Sendable {
    case login = "USAGE_TYPE_LOGIN"
    case signup = "USAGE_TYPE_SIGNUP"
  }

  init(id: String, contact: TurnkeyContact, organization: String, publicKey: String?) {
    self.id = id
    self.contact = contact
    self.organization = organization
    self.publicKey = publicKey
  }

  /// The token as a JWT. All its claims are strings, even `exp`, which is in milliseconds since 1970.
  func token(
    expiresAt seconds: Int64, signedBy key: P256.Signing.PrivateKey
  ) throws(TurnkeyFailure) -> String {
    var claims: JSONObject = [
      "id": .string(id), "verification_type": .string(contact.kind.rawValue), "contact": .string(contact.address),
      "organization_id": .string(organization),
    ]
    claims["public_key"] = publicKey.map { .string($0) }
    claims["exp"] = .string(String(seconds * 1000))
    do throws(AuthError) {
      return try JWS.sign(claims: claims, with: .p256(key))
    } catch {
      throw .failed
    }
  }

  /// Verifies a token that `key` must have signed, and reads its claims.
  init(token: String, key: P256.Signing.PublicKey, unixTime: Int64) throws(TurnkeyFailure) {
    let claims: JSONValue
    do {
      let jws = try JWS(compact: token)
      guard jws.algorithm == .es256 else { throw TurnkeyFailure.badVerificationToken }
      try jws.verify(with: .p256(key))
      claims = try JSONValue(parsing: jws.payload)
    } catch {
      throw .badVerificationToken
    }
    guard let id = claims["id"]?.stringValue, let type = claims["verification_type"]?.stringValue,
      let address = claims["contact"]?.stringValue, let contact = TurnkeyContact(type: type, contact: address),
      let organization = claims["organization_id"]?.stringValue,
      let expiry = claims["exp"]?.stringValue.flatMap({ Int64($0) })
    else { throw .badVerificationToken }
    guard unixTime < expiry / 1000 else { throw .expiredVerificationToken }
    self.init(
      id: id, contact: contact, organization: organization, publicKey: claims["public_key"]?.stringValue)
  }

  /// Verifies a `clientSignature` over a message that describes a use of this token. The key to which the token is
  /// bound must have made it (T77).
  ///
  /// - Parameters:
  ///   - signature: the members of `clientSignature`.
  ///   - usage: the use that the message must name.
  ///   - subject: whether the content of the message matches the request.
  func check(
    _ signature: TurnkeyFields, usage: Usage, subject: (JSONValue) -> Bool
  ) throws(TurnkeyFailure) {
    guard let bound = publicKey, try signature.string("publicKey").lowercased() == bound.lowercased(),
      try signature.string("scheme") == "CLIENT_SIGNATURE_SCHEME_API_P256"
    else { throw .badClientSignature }
    let message = try signature.string("message")
    let hex = try signature.string("signature")
    do {
      // The signature is raw r‖s, unlike a stamp's, which is DER.
      guard let bytes = Hex.decode(hex), bytes.count == 64 else { throw CryptoError.incorrectSize }
      let raw = try P256.Signing.ECDSASignature(rawRepresentation: bytes)
      guard try TurnkeyAPIKey.point(bound).isValidSignature(raw, for: Array(message.utf8)) else {
        throw CryptoError.authenticationFailure
      }
      // The message is parsed and not compared as text, since clients write its members in different orders.
      let use = try JSONValue(parsing: message)
      guard use["type"]?.stringValue == usage.rawValue, use["tokenId"]?.stringValue == id, subject(use) else {
        throw CryptoError.authenticationFailure
      }
    } catch {
      throw .badClientSignature
    }
  }
}
