import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encryption between a client and the vendor's enclaves (T78): HPKE, base mode, P-256, HKDF-SHA-256, AES-256-GCM.
/// The additional authenticated data (AAD) is the encapsulated key and the receiver's key, both uncompressed.
enum EnclaveHPKE {
  /// The `info` of the HPKE key schedule (RFC 9180 §5.1: application-supplied information), a constant of the vendor's
  /// protocol (T78).
  private static let info = Data("turnkey_hpke".utf8)

  /// Opens a ciphertext that was sealed for `key`.
  ///
  /// - Parameter encapsulated: the encapsulated key, an uncompressed point.
  /// - Throws: `signature_invalid` if the ciphertext cannot be opened.
  static func open(
    _ ciphertext: [UInt8], encapsulated: [UInt8], with key: P256.KeyAgreement.PrivateKey
  ) throws(AuthError) -> Secret {
    do {
      var recipient = try HPKE.Recipient(
        privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: info, encapsulatedKey: Data(encapsulated))
      var plaintext = Array(
        try recipient.open(ciphertext, authenticating: encapsulated + Array(key.publicKey.x963Representation)))
      defer { Wiping.wipe(&plaintext) }
      return Secret(plaintext)
    } catch {
      throw AuthError(
        .signatureInvalid,
        "The enclave's bundle cannot be opened: it was changed, or sealed for another key. Request a new "
          + "bundle for this key.")
    }
  }

  /// Seals a secret for the owner of `target`, an uncompressed point.
  ///
  /// - Returns: `{"encappedPublic", "ciphertext"}`, both in hex.
  /// - Throws: `malformed_response` if `target` is not a point of P-256.
  static func seal(_ secret: Secret, for target: [UInt8]) throws(AuthError) -> String {
    var plaintext = secret.revealBytes()
    defer { Wiping.wipe(&plaintext) }
    do {
      let key = try P256.KeyAgreement.PublicKey(x963Representation: target)
      var sender = try HPKE.Sender(recipientKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: info)
      let encapsulated = Array(sender.encapsulatedKey)
      let ciphertext = Array(try sender.seal(plaintext, authenticating: encapsulated + target))
      let bundle: JSONValue = [
        "encappedPublic": .string(Hex.encode(encapsulated)), "ciphertext": .string(Hex.encode(ciphertext)),
      ]
      return bundle.serializedText
    } catch {
      throw AuthError(
        .malformedResponse,
        "The enclave's key for encrypting the secret is not a point of P-256. Start the import again.")
    }
  }

  /// Returns the uncompressed point in a member of a bundle.
  ///
  /// - Throws: `malformed_response` unless the member is the hex of 65 bytes.
  static func point(_ json: JSONValue, _ name: String) throws(AuthError) -> [UInt8] {
    guard let bytes = Hex.decode(try json.requiredString(name)), bytes.count == 65 else {
      throw AuthError(
        .malformedResponse,
        "The enclave's bundle has no uncompressed public key in '\(name)'. Request a new bundle.")
    }
    return bytes
  }

  /// Rejects a bundle that was made for another organisation or user.
  ///
  /// - Parameters:
  ///   - json: the bundle's signed content.
  ///   - name: the member that names the organisation or the user.
  ///   - expected: the value that the caller requested.
  /// - Throws: `invalid_token` if the member has another value, `malformed_response` if it is missing or not a string.
  static func check(_ json: JSONValue, _ name: String, is expected: String) throws(AuthError) {
    guard try json.requiredString(name) == expected else {
      throw AuthError(
        .invalidToken,
        "The '\(name)' in the enclave's bundle is not the requested one. Request a new bundle, or pass the '\(name)' "
          + "that the bundle names.")
    }
  }
}
