#if canImport(CryptoKit)
  package import CryptoKit
  import Foundation

  extension P256.Signing.PrivateKey {
    /// Hashes and signs `message`, writes the DER into `buffer` and returns its length, as the OpenSSL key does.
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
