#if canImport(COpenSSL)
  public import FoundationEssentials

  /// A key that signs by ECDSA. Checked on import; its OpenSSL key is made once and wiped with the last copy.
  public struct ECDSAPrivateKey<Curve: NISTCurve>: Sendable {
    let pair: ECPair<Curve>
    /// The key that verifies its signatures.
    public let publicKey: ECDSAPublicKey<Curve>

    private init(_ pair: ECPair<Curve>) throws(CryptoError) {
      self.pair = pair
      publicKey = ECDSAPublicKey(
        point: ECPoint(x963: pair.x963, key: try OpenSSLKey(sharing: pair.key, use: .verifying)))
    }

    /// A new key.
    ///
    /// - Parameter compactRepresentable: for compatibility with CryptoKit; every key here can be written compressed.
    public init(compactRepresentable: Bool = true) {
      do throws(CryptoError) {
        try self.init(ECPair(use: .signing))
      } catch {
        // As in CryptoKit this does not throw: it fails only when memory or entropy is exhausted.
        preconditionFailure("libcrypto could not generate a key")
      }
    }

    /// The key of a big-endian scalar, as long as the field.
    ///
    /// - Throws: `CryptoError.incorrectSize`, or `.invalidKey` for zero, for the curve's order and above.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      try self.init(
        rawRepresentation.withTypedBytes { (bytes) throws(CryptoError) in
          try ECPair(scalar: bytes, use: .signing)
        })
    }

    /// The key of the uncompressed public point with the scalar after it; the two must match.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      try self.init(
        x963Representation.withTypedBytes { (bytes) throws(CryptoError) in try ECPair(x963: bytes, use: .signing) })
    }

    /// The key in PKCS #8 (RFC 5958) or RFC 5915.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      try self.init(ECPair(derRepresentation: Array(derRepresentation), use: .signing))
    }

    /// The key in PEM: `PRIVATE KEY` or `EC PRIVATE KEY`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "EC PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The scalar. The caller is responsible for the copy: it is not wiped.
    public var rawRepresentation: [UInt8] { pair.scalar }
    /// The uncompressed public point with the scalar after it.
    public var x963Representation: [UInt8] { pair.x963 + pair.scalar }
    /// PKCS #8.
    public var derRepresentation: [UInt8] { pair.der }
    /// PKCS #8 in PEM.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: pair.der).text }

    /// Signs `digest`, which is not hashed again.
    ///
    /// - Throws: `CryptoError.internalFailure` when the generator fails.
    public func signature(for digest: some Digest) throws(CryptoError) -> ECDSASignature<Curve> {
      try digest.withTypedBytes { (bytes) throws(CryptoError) in
        try ECDSASignature(
          derRepresentation: [UInt8](unsafeUninitializedCapacity: DERSignature.capacity) {
            (buffer, count) throws(CryptoError) in
            count = try pair.key.sign(digest: bytes, into: UnsafeMutableRawBufferPointer(buffer))
          })
      }
    }

    /// Signs `data`, hashed with the curve's own hash.
    public func signature(for data: some DataProtocol) throws(CryptoError) -> ECDSASignature<Curve> {
      try signature(for: Curve.Hash.hash(data: data))
    }
  }

  extension ECDSAPrivateKey where Curve == P256Curve {
    /// Hashes and signs `message` straight into `buffer`, of `DERSignature.capacity` bytes at least, and returns the
    /// length of the DER: for stamps, where an array per step would cost noticeable time.
    package func writeSignature(
      for message: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) -> Int {
      try SHA256.hash(bufferPointer: message).withTypedBytes { (digest) throws(CryptoError) in
        try pair.key.sign(digest: digest, into: buffer)
      }
    }
  }

  extension ECDSAPrivateKey: CustomStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif
