#if canImport(COpenSSL) && !SwiftCrypto
  import COpenSSL

  /// An OpenSSL key. It is created once and kept, because an import takes as long as ten signatures.
  ///
  /// `@unchecked Sendable`: after initialisation, the `EVP_PKEY` and the prepared context are only read. Each use
  /// duplicates the context, as OpenSSL allows on any thread, and works on the duplicate. OpenSSL wipes the private
  /// parts when the last reference is released.
  final class OpenSSLKey: @unchecked Sendable {
    let pointer: OpaquePointer
    private let prepared: OpaquePointer?

    /// The use of the prepared context.
    enum Use { case signing, verifying, other }

    /// Takes ownership of `pointer`.
    ///
    /// - Throws: `CryptoError.invalidKey` if `pointer` is nil because OpenSSL refused the import; `.internalFailure` if
    ///   OpenSSL cannot prepare the context.
    init(adopting pointer: OpaquePointer?, use: Use) throws(CryptoError) {
      guard let pointer else {
        ERR_clear_error()
        throw .invalidKey
      }
      self.pointer = pointer
      prepared = use == .other ? nil : lk_prepared(pointer, use == .signing ? 1 : 0)
      guard use == .other || prepared != nil else {
        // `deinit` runs anyway, because every property is set.
        ERR_clear_error()
        throw .internalFailure
      }
    }

    /// Creates another reference to a key, prepared for another use.
    convenience init(sharing other: OpenSSLKey, use: Use) throws(CryptoError) {
      EVP_PKEY_up_ref(other.pointer)
      try self.init(adopting: other.pointer, use: use)
    }

    deinit {
      EVP_PKEY_CTX_free(prepared)
      EVP_PKEY_free(pointer)
    }

    /// Signs a digest, writes the signature into `signature` and returns its length, without an allocation in Swift.
    func sign(
      digest: UnsafeRawBufferPointer, into signature: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) -> Int {
      let context = EVP_PKEY_CTX_dup(prepared)
      defer { EVP_PKEY_CTX_free(context) }
      var count = signature.count
      let status = EVP_PKEY_sign(
        context, signature.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
        digest.baseAddress?.assumingMemoryBound(to: UInt8.self), digest.count)
      guard status == 1 else {
        ERR_clear_error()
        throw .internalFailure
      }
      return count
    }

    /// Returns whether `signature` is valid for `digest` with this key.
    func verify(digest: UnsafeRawBufferPointer, signature: UnsafeRawBufferPointer) -> Bool {
      let context = EVP_PKEY_CTX_dup(prepared)
      defer { EVP_PKEY_CTX_free(context) }
      let status = EVP_PKEY_verify(
        context, signature.baseAddress?.assumingMemoryBound(to: UInt8.self), signature.count,
        digest.baseAddress?.assumingMemoryBound(to: UInt8.self), digest.count)
      if status != 1 { ERR_clear_error() }
      return status == 1
    }
  }
#endif
