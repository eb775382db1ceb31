#if canImport(COpenSSL) && !SwiftCrypto
  import COpenSSL
  public import FoundationEssentials

  /// A key that verifies Ed25519 signatures (RFC 8032).
  public struct Ed25519PublicKey: Sendable {
    private let key: OpenSSLKey
    /// The 32 bytes of the point (RFC 8032 §5.1.2).
    public let rawRepresentation: [UInt8]

    /// Creates a key from the 32 bytes of a point.
    ///
    /// - Throws: `CryptoError.incorrectSize` for any other length; `.invalidKey` if OpenSSL fails. An invalid point is
    ///   detected only when a signature is checked.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      let bytes = rawRepresentation.withUnsafeBytes { Array($0) }
      guard bytes.count == 32 else { throw .incorrectSize }
      let pointer = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
      key = try OpenSSLKey(adopting: pointer, use: .other)
      self.rawRepresentation = bytes
    }

    /// Returns whether `signature` is valid for `data` itself, not for a digest of it.
    public func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool {
      signature.withContiguousBytes { signature in
        data.withContiguousBytes { data in
          let context = EVP_MD_CTX_new()
          defer { EVP_MD_CTX_free(context) }
          let isValid =
            EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, key.pointer, nil) == 1
            && EVP_DigestVerify(
              context, signature.assumingMemoryBound(to: UInt8.self).baseAddress, signature.count,
              data.assumingMemoryBound(to: UInt8.self).baseAddress, data.count) == 1
          if !isValid { ERR_clear_error() }
          return isValid
        }
      }
    }
  }
#endif
