#if canImport(COpenSSL) && !SwiftCrypto

  /// Algorithms that are broken for most uses. The name makes every use easy to find.
  public enum Insecure {
    /// SHA-1 (FIPS 180-4). Use it only where a protocol requires it and a collision does no harm: in HMAC for one-time
    /// passwords (RFC 4226), and for `Sec-WebSocket-Accept` (RFC 6455 §4.2.2).
    public struct SHA1: OpenSSLHashFunction {
      /// The type of the digest.
      public typealias Digest = SHA1Digest
      /// The block size: 64 bytes.
      public static let blockByteCount = 64
      static let algorithm = DigestAlgorithm.sha1
      var context = DigestContext(algorithm)

      /// Starts a computation.
      public init() {}

      /// Adds these bytes to the hashed data.
      public mutating func update(bufferPointer: UnsafeRawBufferPointer) { add(bufferPointer) }

      /// Returns the digest of all added data. More data can be added afterwards.
      public func finalize() -> SHA1Digest { SHA1Digest(bytes: DigestContext(copying: context).finish()) }

      /// Hashes these bytes in one step.
      public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA1Digest {
        SHA1Digest(bytes: algorithm.hash(bufferPointer))
      }
    }

    /// A SHA-1 digest: 20 bytes.
    public struct SHA1Digest: Digest {
      /// The length in bytes: 20.
      public static let byteCount = 20
      let bytes: DigestBytes

      /// Passes the bytes to `body`.
      public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withBytes(Self.byteCount, body)
      }
    }
  }
#endif
