#if canImport(COpenSSL) && !SwiftCrypto
  /// SHA-384 (FIPS 180-4).
  public struct SHA384: OpenSSLHashFunction {
    /// The type of the digest.
    public typealias Digest = SHA384Digest
    /// The block size: 128 bytes.
    public static let blockByteCount = 128
    static let algorithm = DigestAlgorithm.sha384
    var context = DigestContext(algorithm)

    /// Starts a computation.
    public init() {}

    /// Adds these bytes to the hashed data.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { add(bufferPointer) }

    /// Returns the digest of all added data. More data can be added afterwards.
    public func finalize() -> SHA384Digest { SHA384Digest(bytes: DigestContext(copying: context).finish()) }

    /// Hashes these bytes in one step.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA384Digest {
      SHA384Digest(bytes: algorithm.hash(bufferPointer))
    }
  }

  /// A SHA-384 digest: 48 bytes.
  public struct SHA384Digest: Digest {
    /// The length in bytes: 48.
    public static let byteCount = 48
    let bytes: DigestBytes

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withBytes(Self.byteCount, body)
    }
  }
#endif
