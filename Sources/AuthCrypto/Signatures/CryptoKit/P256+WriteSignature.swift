#if canImport(CryptoKit) || SwiftCrypto
  #if canImport(CryptoKit)
    package import CryptoKit
  #else
    package import Crypto
  #endif
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension P256.Signing.PrivateKey {
    /// Hashes and signs `message`, writes the signature in DER into `buffer` and returns its length.
    ///
    /// - Throws: `CryptoError.internalFailure` if signing fails or `buffer` is too small.
    package func writeSignature(
      for message: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) -> Int {
      do {
        let der = try signature(for: message).derRepresentation
        guard der.count <= buffer.count else { throw CryptoError.internalFailure }
        buffer.copyBytes(from: der)
        return der.count
      } catch {
        throw .internalFailure
      }
    }
  }
#endif
