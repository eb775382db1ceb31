import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The format of device keys and their signatures in requests (A40, A41).
enum DeviceKeyFormat {
  /// The key in a JSON body: the SubjectPublicKeyInfo in standard base64.
  ///
  /// - Throws: `key_unavailable` for bytes that are not a compressed point of P-256.
  static func publicKey(_ compressed: [UInt8]) throws(AuthError) -> String {
    do {
      return Base64.encode(Array(try P256.Signing.PublicKey(compressedRepresentation: compressed).derRepresentation))
    } catch {
      throw AuthError(.keyUnavailable, "The device's key is not a P-256 key. Remove the credential and add it again.")
    }
  }

  /// The key in a query: the base64 text of `publicKey(_:)`, encoded once more as base64url.
  static func queryValue(_ publicKey: String) -> String { Base64URL.encode(Array(publicKey.utf8)) }

  /// The signature: DER in standard base64.
  ///
  /// - Throws: `key_unavailable` for a signature that does not have the length of r‖s.
  static func signature(_ raw: [UInt8]) throws(AuthError) -> String {
    do {
      return Base64.encode(Array(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation))
    } catch {
      throw AuthError(
        .keyUnavailable, "The key store returned a malformed P-256 signature. Report this to the key store's author.")
    }
  }

  /// Whether `raw` (r‖s) is the key's signature of `message`.
  static func verifies(_ raw: [UInt8], of message: [UInt8], by compressed: [UInt8]) -> Bool {
    do {
      let key = try P256.Signing.PublicKey(compressedRepresentation: compressed)
      return key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: raw), for: message)
    } catch {
      return false
    }
  }

  /// The text that is signed for a removal: the number of the ten-minute period, printed as a floating-point number as
  /// in the vendor's SDKs.
  static func timeBucket(_ date: Date) -> String {
    "\(Int64((date.timeIntervalSince1970 / 600).rounded(.down))).0"
  }
}
