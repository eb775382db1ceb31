#if canImport(COpenSSL) && !SwiftCrypto
  /// SHA-256 (FIPS 180-4).
  public struct SHA256: OpenSSLHashFunction {
    /// The type of the digest.
    public typealias Digest = SHA256Digest
    /// The block size: 64 bytes.
    public static let blockByteCount = 64
    static let algorithm = DigestAlgorithm.sha256
    var context = DigestContext(algorithm)

    /// Starts a computation.
    public init() {}

    /// Adds these bytes to the hashed data.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { add(bufferPointer) }

    /// Returns the digest of all added data. More data can be added afterwards.
    public func finalize() -> SHA256Digest { SHA256Digest(bytes: DigestContext(copying: context).finish()) }

    /// Hashes these bytes in one step.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA256Digest {
      SHA256Digest(bytes: algorithm.hash(bufferPointer))
    }
  }

  /// A SHA-256 digest: 32 bytes.
  public struct SHA256Digest: Digest {
    /// The length in bytes: 32.
    public static let byteCount = 32
    let bytes: DigestBytes

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withBytes(Self.byteCount, body)
    }
  }
#endif
