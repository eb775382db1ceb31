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

/// A value that the vendor encrypted to a key of this device (P84).
struct SealedValue {
  private let encapsulatedKey: [UInt8]
  private let ciphertext: [UInt8]

  private static var ciphersuite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
  }

  /// Reads a value from the vendor's JSON.
  ///
  /// - Throws: `malformed_response` for a missing or invalid field.
  init(_ value: JSONValue) throws(AuthError) {
    guard value["encryption_type"]?.stringValue ?? "HPKE" == "HPKE",
      let encapsulated = value["encapsulated_key"]?.stringValue.flatMap({ Base64.decode($0) }),
      let ciphertext = value["ciphertext"]?.stringValue.flatMap({ Base64.decode($0) })
    else { throw Self.malformed }
    encapsulatedKey = encapsulated
    self.ciphertext = ciphertext
  }

  /// Decrypts the value: a string.
  ///
  /// - Throws: `malformed_response` if the value was not encrypted to this key.
  func open(with recipient: P256.KeyAgreement.PrivateKey) throws(AuthError) -> Secret {
    do {
      var opener = try HPKE.Recipient(
        privateKey: recipient, ciphersuite: Self.ciphersuite, info: Data(), encapsulatedKey: Data(encapsulatedKey))
      return Secret(Array(try opener.open(ciphertext)))
    } catch {
      throw Self.malformed
    }
  }

  static let malformed = AuthError(
    .malformedResponse,
    "The response contains no valid key for this device. Try again, or check the server's address.")
}
