#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL
  public import FoundationEssentials

  /// A key that creates Ed25519 signatures (RFC 8032). It is wiped when its last copy is released.
  public struct Ed25519PrivateKey: Sendable {
    private let key: OpenSSLKey
    private let seed: Secret
    /// The key that verifies the signatures of this key.
    public let publicKey: Ed25519PublicKey

    private init(seed: Secret) throws(CryptoError) {
      guard seed.count == 32 else { throw .incorrectSize }
      let pointer = seed.withBytes {
        EVP_PKEY_new_raw_private_key_ex(
          nil, "ED25519", nil, $0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count)
      }
      key = try OpenSSLKey(adopting: pointer, use: .other)
      var point = [UInt8](repeating: 0, count: 32)
      var count = point.count
      guard EVP_PKEY_get_raw_public_key(key.pointer, &point, &count) == 1, count == 32 else {
        ERR_clear_error()
        throw .internalFailure
      }
      publicKey = try Ed25519PublicKey(rawRepresentation: point)
      self.seed = seed
    }

    /// Generates a key.
    public init() {
      do throws(CryptoError) {
        var bytes = SystemRandomSource().bytes(32)
        defer { Wiping.wipe(&bytes) }
        try self.init(seed: Secret(bytes))
      } catch {
        // As in CryptoKit, this initialiser does not throw: generation fails only when memory is exhausted.
        preconditionFailure("OpenSSL could not generate a key: memory or entropy is exhausted")
      }
    }

    /// Creates a key from its seed of 32 bytes (RFC 8032 §5.1.5).
    ///
    /// - Throws: `CryptoError.incorrectSize` for any other length; `.invalidKey` or `.internalFailure` if OpenSSL
    ///   fails.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      try self.init(seed: rawRepresentation.withUnsafeBytes { Secret($0) })
    }

    /// The seed. The caller must wipe this copy.
    public var rawRepresentation: [UInt8] { seed.revealBytes() }

    /// Signs `data` itself, not a digest of it, and returns the signature of 64 bytes.
    ///
    /// - Throws: `CryptoError.internalFailure` if OpenSSL fails.
    public func signature(for data: some DataProtocol) throws(CryptoError) -> [UInt8] {
      var signature = [UInt8](repeating: 0, count: 64)
      var count = signature.count
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      let isSigned = data.withContiguousBytes { data in
        EVP_DigestSignInit_ex(context, nil, nil, nil, nil, key.pointer, nil) == 1
          && EVP_DigestSign(
            context, &signature, &count, data.assumingMemoryBound(to: UInt8.self).baseAddress, data.count) == 1
      }
      guard isSigned, count == 64 else {
        ERR_clear_error()
        throw .internalFailure
      }
      return signature
    }
  }

  extension Ed25519PrivateKey: CustomStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif
