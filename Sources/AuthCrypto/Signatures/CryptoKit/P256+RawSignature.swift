#if canImport(CryptoKit) || SwiftCrypto
  #if canImport(CryptoKit)
    import CryptoKit
  #else
    import Crypto
  #endif

  extension P256.Signing.PublicKey {
    /// Returns whether `signature`, which is r‖s, is valid for `data`; false for a signature of another length.
    func isValidSignature(
      raw signature: UnsafeBufferPointer<UInt8>, for data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      guard let pair = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return isValidSignature(pair, for: data)
    }
  }
#endif
