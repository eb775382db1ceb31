#if canImport(COpenSSL) && !SwiftCrypto
  import COpenSSL

  /// An OpenSSL hash algorithm, looked up once: a look-up costs more than hashing a short message.
  ///
  /// `@unchecked Sendable`: an `EVP_MD` is immutable, reference-counted and safe to share between threads
  /// (EVP_MD_fetch(3)). These objects are never released.
  struct DigestAlgorithm: @unchecked Sendable {
    let pointer: OpaquePointer?

    private init(_ name: String) { pointer = EVP_MD_fetch(nil, name, nil) }

    static let sha1 = DigestAlgorithm("SHA1")
    static let sha256 = DigestAlgorithm("SHA2-256")
    static let sha384 = DigestAlgorithm("SHA2-384")
    static let sha512 = DigestAlgorithm("SHA2-512")

    /// Returns the digest of `bytes`.
    func hash(_ bytes: UnsafeRawBufferPointer) -> DigestBytes {
      var result = DigestBytes()
      let status = result.withMutableBytes {
        EVP_Digest(bytes.baseAddress, bytes.count, $0.baseAddress, nil, pointer, nil)
      }
      // Hashing fails only if memory is exhausted. The process must then stop, because a wrong digest must not be
      // returned.
      precondition(status == 1, "OpenSSL could not compute a hash, probably because memory is exhausted")
      return result
    }
  }

  /// A hash computation in progress.
  ///
  /// `@unchecked Sendable`: `SHA256` and the other hash functions copy a shared context before they write to it.
  final class DigestContext: @unchecked Sendable {
    private let context: OpaquePointer?

    init(_ algorithm: DigestAlgorithm) {
      context = EVP_MD_CTX_new()
      let status = EVP_DigestInit_ex(context, algorithm.pointer, nil)
      precondition(status == 1, "OpenSSL could not compute a hash, probably because memory is exhausted")
    }

    init(copying other: DigestContext) {
      context = EVP_MD_CTX_new()
      let status = EVP_MD_CTX_copy_ex(context, other.context)
      precondition(status == 1, "OpenSSL could not compute a hash, probably because memory is exhausted")
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
      let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
      precondition(status == 1, "OpenSSL could not compute a hash, probably because memory is exhausted")
    }

    /// Returns the digest and ends this context, so call it only on a copy.
    func finish() -> DigestBytes {
      var result = DigestBytes()
      let status = result.withMutableBytes {
        EVP_DigestFinal_ex(context, $0.bindMemory(to: UInt8.self).baseAddress, nil)
      }
      precondition(status == 1, "OpenSSL could not compute a hash, probably because memory is exhausted")
      return result
    }
  }

  /// The common implementation of this module's hash functions.
  protocol OpenSSLHashFunction: HashFunction {
    static var algorithm: DigestAlgorithm { get }
    var context: DigestContext { get set }
  }

  extension OpenSSLHashFunction {
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
      context.update(bytes)
    }
  }
#endif
