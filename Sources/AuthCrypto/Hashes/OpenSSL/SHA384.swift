#if canImport(COpenSSL)
  /// SHA-384 (FIPS 180-4).
  public struct SHA384: OpenSSLHashFunction {
    /// Its result.
    public typealias Digest = SHA384Digest
    /// 128 bytes.
    public static let blockByteCount = 128
    static let algorithm = DigestAlgorithm.sha384
    var context = DigestContext(algorithm)

    /// An empty computation.
    public init() {}

    /// Adds these bytes to the hashed data.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { add(bufferPointer) }

    /// The digest of all added data.
    public func finalize() -> SHA384Digest { SHA384Digest(bytes: DigestContext(copying: context).finish()) }

    /// The digest of these bytes, in one step.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA384Digest {
      SHA384Digest(bytes: algorithm.hash(bufferPointer))
    }
  }

  /// A digest of SHA384: 48 bytes.
  public struct SHA384Digest: Digest {
    /// 48.
    public static let byteCount = 48
    let bytes: DigestBytes

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withBytes(Self.byteCount, body)
    }
  }
#endif
