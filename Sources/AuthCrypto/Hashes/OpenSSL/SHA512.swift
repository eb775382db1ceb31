#if canImport(COpenSSL) && !SwiftCrypto
  /// SHA-512 (FIPS 180-4).
  public struct SHA512: OpenSSLHashFunction {
    /// The type of the digest.
    public typealias Digest = SHA512Digest
    /// The block size: 128 bytes.
    public static let blockByteCount = 128
    static let algorithm = DigestAlgorithm.sha512
    var context = DigestContext(algorithm)

    /// Starts a computation.
    public init() {}

    /// Adds these bytes to the hashed data.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { add(bufferPointer) }

    /// Returns the digest of all added data. More data can be added afterwards.
    public func finalize() -> SHA512Digest { SHA512Digest(bytes: DigestContext(copying: context).finish()) }

    /// Hashes these bytes in one step.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA512Digest {
      SHA512Digest(bytes: algorithm.hash(bufferPointer))
    }
  }

  /// A SHA-512 digest: 64 bytes.
  public struct SHA512Digest: Digest {
    /// The length in bytes: 64.
    public static let byteCount = 64
    let bytes: DigestBytes

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withBytes(Self.byteCount, body)
    }
  }
#endif
