public import AuthCore
import AuthCrypto

/// The vendor's older format for handing over a session key: base58check of a compressed encapsulated key and a
/// ciphertext, 81 bytes for a P-256 key (T78).
public enum CredentialBundle {
  /// Opens a bundle and returns its private key, 32 bytes.
  ///
  /// - Parameters:
  ///   - bundle: the bundle as received.
  ///   - receiver: the private key that the bundle was made for, 32 bytes.
  /// - Throws: `malformed_response` for a bundle in another format, `invalid_request` if `receiver` is not a private
  ///   key of P-256, `signature_invalid` if the bundle does not open or its content is not a private key of P-256.
  public static func open(_ bundle: String, receiver: Secret) throws(AuthError) -> Secret {
    guard let bytes = Base58Check.decode(bundle), bytes.count > 33 else {
      throw AuthError(
        .malformedResponse,
        "The credential bundle is not a key and a ciphertext in base58check. Pass it exactly as it was received.")
    }
    let encapsulated: [UInt8]
    do {
      encapsulated = Array(
        try P256.KeyAgreement.PublicKey(compressedRepresentation: Array(bytes.prefix(33))).x963Representation)
    } catch {
      throw AuthError(
        .malformedResponse,
        "The credential bundle does not begin with a compressed point of P-256. Pass it exactly as it was received.")
    }
    let key: P256.KeyAgreement.PrivateKey
    do {
      key = try P256.KeyAgreement.PrivateKey(rawRepresentation: receiver.revealBytes())
    } catch {
      throw AuthError(
        .invalidRequest, "The receiving key must have 32 bytes, and be positive and less than the order of P-256.")
    }
    let secret = try EnclaveHPKE.open(Array(bytes.dropFirst(33)), encapsulated: encapsulated, with: key)
    do {
      _ = try P256.Signing.PrivateKey(rawRepresentation: secret.revealBytes())
    } catch {
      throw AuthError(
        .signatureInvalid, "The credential bundle's content is not a private key of P-256. Request a new bundle.")
    }
    return secret
  }
}
