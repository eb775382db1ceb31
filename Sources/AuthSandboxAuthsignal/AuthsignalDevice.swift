import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A device's key for push, QR code or in-app (A40).
struct AuthsignalDevice: Sendable {
  /// GUESS A99: the lifetime of a push credential that is not renewed; no source gives a lifetime.
  static let lifetime: Duration = .seconds(180 * 86_400)

  /// The SubjectPublicKeyInfo in standard base64, as it is sent in bodies.
  let publicKey: String
  let name: String
  let platform: String
  var pushToken: String?
  /// When the credential expires; nil except for push.
  var expires: Date?

  /// Reads a key as it is sent in bodies; nil unless it is a P-256 key.
  static func key(_ text: String?) -> P256.Signing.PublicKey? {
    guard let text, let der = Base64.decode(text) else { return nil }
    do throws(CryptoError) { return try P256.Signing.PublicKey(derRepresentation: der) } catch { return nil }
  }

  /// Reads a key as it is sent in queries: the base64 text that bodies contain, encoded in base64 once more, with the
  /// standard or the URL-safe alphabet, with or without padding. Returns the text that bodies contain; nil unless it is
  /// a P-256 key.
  static func key(query: String?) -> String? {
    guard let query, let bytes = AuthsignalBase64.decode(query), let text = String(strictUTF8: bytes),
      key(text) != nil
    else { return nil }
    return text
  }

  /// Whether this key made `signature` (DER in base64) over the text.
  func signed(_ text: String, _ signature: String?) -> Bool {
    guard let key = Self.key(publicKey), let signature, let der = AuthsignalBase64.decode(signature) else {
      return false
    }
    do throws(CryptoError) {
      return key.isValidSignature(
        try P256.Signing.ECDSASignature(derRepresentation: der), for: Array(text.utf8))
    } catch {
      return false
    }
  }

  /// Whether this key signed the current ten-minute time bucket, or the previous or next one. The clocks of device and
  /// server may differ (A41).
  func signedBucket(_ signature: String?, at now: Date) -> Bool {
    let bucket = Int64((now.timeIntervalSince1970 / 600).rounded(.down))
    return [bucket, bucket - 1, bucket + 1].contains { signed("\($0).0", signature) }
  }
}
