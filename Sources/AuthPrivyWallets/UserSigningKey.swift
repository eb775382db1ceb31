import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A temporary key that authorises requests for a user's wallets. It is kept only in memory.
struct UserSigningKey: Sendable {
  private let key: P256.Signing.PrivateKey
  let expiresAt: Date

  /// Returns the ECDSA signature over the payload's SHA-256, as DER in base64.
  func signature(over payload: AuthorizationPayload) throws(AuthError) -> String {
    do {
      return Base64.encode(try key.signature(for: payload.bytes).derRepresentation)
    } catch {
      throw AuthError(
        .internalError, "The user's temporary key could not sign the request. Report this to Latchkey's maintainers.")
    }
  }

  /// Decrypts the key in a response of `wallets/authenticate`.
  ///
  /// - Parameters:
  ///   - answer: the body of the response.
  ///   - recipient: the key whose public half was sent with the request.
  /// - Throws: `malformed_response` if a field is missing, or the content cannot be decrypted or is not a P-256 key.
  init(_ answer: JSONValue, recipient: P256.KeyAgreement.PrivateKey) throws(AuthError) {
    guard let milliseconds = answer["expires_at"]?.numberValue else { throw SealedValue.malformed }
    // The vendor seals the base64 text of a PKCS #8 key.
    let text = try SealedValue(answer["encrypted_authorization_key"] ?? .null).open(with: recipient).revealText()
    do {
      guard let der = Base64.decode(text.trimmingBlanks) else { throw CryptoError.invalidEncoding }
      key = try P256.Signing.PrivateKey(derRepresentation: der)
    } catch {
      throw SealedValue.malformed
    }
    expiresAt = Date(timeIntervalSince1970: milliseconds / 1000)
  }
}
