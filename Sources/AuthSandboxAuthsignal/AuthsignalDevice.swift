import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A key that a device holds for push, QR code or in-app (A40).
struct AuthsignalDevice: Sendable {
  /// GUESS A99: the lifetime of a push credential without renewal; no source says.
  static let lifetime: Duration = .seconds(180 * 86_400)

  /// SubjectPublicKeyInfo in standard base64, as bodies carry it.
  let publicKey: String
  let name: String
  let platform: String
  var pushToken: String?
  var expires: Date?

  /// A key as a body carries it; nil unless it is one of P-256.
  static func key(_ text: String?) -> P256.Signing.PublicKey? {
    guard let text, let der = Base64.decode(text) else { return nil }
    do throws(CryptoError) { return try P256.Signing.PublicKey(derRepresentation: der) } catch { return nil }
  }

  /// A key as a query carries it: the text of a body once more in base64, either alphabet, padded or not.
  static func key(query: String?) -> String? {
    guard let query, let bytes = AuthsignalBase64.decode(query), let text = String(strictUTF8: bytes),
      key(text) != nil
    else { return nil }
    return text
  }

  /// Whether `signature` (DER in base64) is this key's over the text.
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

  /// Whether it signed one of the time buckets around now: this one, the one before, and the next, for clocks that
  /// differ (A41).
  func signedBucket(_ signature: String?, at now: Date) -> Bool {
    let bucket = Int64((now.timeIntervalSince1970 / 600).rounded(.down))
    return [bucket, bucket - 1, bucket + 1].contains { signed("\($0).0", signature) }
  }
}
