#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  /// A cryptographic hash function, as in CryptoKit.
  public protocol HashFunction: Sendable {
    /// The type of the digest.
    associatedtype Digest: AuthCrypto.Digest
    /// The block size in bytes, which HMAC needs.
    static var blockByteCount: Int { get }
    /// Starts a computation.
    init()
    /// Adds these bytes to the hashed data.
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    /// Returns the digest of all added data. More data can be added afterwards.
    func finalize() -> Digest
    /// Hashes these bytes in one step.
    static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest
  }

  extension HashFunction {
    /// The digest's length in bytes.
    public static var byteCount: Int { Digest.byteCount }

    /// Hashes these bytes in one step.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
      var function = Self()
      function.update(bufferPointer: bufferPointer)
      return function.finalize()
    }

    /// Returns the digest of `data`.
    public static func hash(data: some DataProtocol) -> Digest {
      data.withContiguousBytes { hash(bufferPointer: $0) }
    }

    /// Adds `data` to the hashed data.
    public mutating func update(data: some DataProtocol) {
      data.withContiguousBytes { update(bufferPointer: $0) }
    }
  }
#endif
