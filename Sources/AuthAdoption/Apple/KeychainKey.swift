#if canImport(Security) && canImport(CryptoKit)
  import AuthCore
  import CryptoKit
  import Foundation
  import Security

  /// A private key of P-256 in the keychain, by reference.
  ///
  /// `@unchecked Sendable`: the reference is never changed, and Security allows its use on any thread.
  struct KeychainKey: @unchecked Sendable {
    let reference: SecKey

    init?(_ value: Any?) {
      guard let value, CFGetTypeID(value as CFTypeRef) == SecKeyGetTypeID() else { return nil }
      // Swift cannot check the type of a Core Foundation value. Its type ID was checked above.
      reference = Unmanaged<SecKey>.fromOpaque(Unmanaged.passUnretained(value as AnyObject).toOpaque())
        .takeUnretainedValue()
    }

    /// The public key, a compressed point; nil if it cannot be read, or is not a point of P-256.
    var publicKey: [UInt8]? {
      guard let key = SecKeyCopyPublicKey(reference),
        let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
      else { return nil }
      do {
        return Array(try P256.Signing.PublicKey(x963Representation: bytes).compressedRepresentation)
      } catch {
        return nil
      }
    }

    /// Signs `message` with SHA-256; the signature is r‖s.
    func sign(_ message: [UInt8]) -> Result<[UInt8], AuthError> {
      var failure: Unmanaged<CFError>?
      let signature = SecKeyCreateSignature(
        reference, .ecdsaSignatureMessageX962SHA256, Data(message) as CFData, &failure)
      guard let der = signature as Data? else { return .failure(Self.error(failure?.takeRetainedValue())) }
      do {
        return .success(Array(try P256.Signing.ECDSASignature(derRepresentation: der).rawRepresentation))
      } catch {
        return .failure(
          AuthError(
            .internalError, "The keychain returned a malformed signature. Report this to Latchkey's maintainers."))
      }
    }

    private static func error(_ error: CFError?) -> AuthError {
      let code = error.map { CFErrorGetCode($0) } ?? 0
      // A dialog that the user closes is an error of LocalAuthentication: user, app and system cancellation.
      let isOfDialog = error.map { CFErrorGetDomain($0) as String == "com.apple.LocalAuthentication" } ?? false
      if isOfDialog, [-2, -9, -4].contains(code) { return .cancelled }
      switch OSStatus(truncatingIfNeeded: code) {
      case errSecUserCanceled: return .cancelled
      case errSecInteractionNotAllowed:
        return AuthError(
          .storeLocked, "The device is locked, so the key cannot be used. Unlock the device and try again.",
          underlying: "OSStatus \(code)")
      default:
        return AuthError(
          .keyUnavailable, "The keychain could not sign with the adopted key. Sign in again to create a new key.",
          underlying: "OSStatus \(code)")
      }
    }
  }
#endif
