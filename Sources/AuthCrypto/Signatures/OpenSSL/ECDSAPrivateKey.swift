#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  /// A key that creates ECDSA signatures. It is checked on import. Its OpenSSL key is created once, and wiped when the
  /// last copy of this value is released.
  public struct ECDSAPrivateKey<Curve: NISTCurve>: Sendable {
    let pair: ECPair<Curve>
    /// The key that verifies the signatures of this key.
    public let publicKey: ECDSAPublicKey<Curve>

    private init(_ pair: ECPair<Curve>) throws(CryptoError) {
      self.pair = pair
      publicKey = ECDSAPublicKey(
        point: ECPoint(x963: pair.x963, key: try OpenSSLKey(sharing: pair.key, use: .verifying)))
    }

    /// Generates a key.
    ///
    /// - Parameter compactRepresentable: has no effect; it exists for compatibility with CryptoKit.
    public init(compactRepresentable: Bool = true) {
      do throws(CryptoError) {
        try self.init(ECPair(use: .signing))
      } catch {
        // As in CryptoKit, this initialiser does not throw: generation fails only when memory or entropy is exhausted.
        preconditionFailure("OpenSSL could not generate a key: memory or entropy is exhausted")
      }
    }

    /// Creates a key from a big-endian scalar, which must have the length of a coordinate.
    ///
    /// - Throws: `CryptoError.incorrectSize` for any other length; `.invalidKey` unless the scalar is greater than zero
    ///   and less than the curve's order.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      try self.init(
        rawRepresentation.withTypedBytes { (bytes) throws(CryptoError) in
          try ECPair(scalar: bytes, use: .signing)
        })
    }

    /// Creates a key from the uncompressed public point followed by the scalar.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a wrong length; `.invalidKey` if the scalar is out of range, or if the
    ///   point is not the public point of the scalar.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      try self.init(
        x963Representation.withTypedBytes { (bytes) throws(CryptoError) in try ECPair(x963: bytes, use: .signing) })
    }

    /// Reads a key in DER: in PKCS #8 (RFC 5958) or as an `ECPrivateKey` (RFC 5915).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.incorrectSize` for a scalar of the wrong length;
    ///   `.invalidKey` for another algorithm or curve, for an `ECPrivateKey` that does not name its curve, or if the
    ///   scalar is out of range or does not match the public point.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      try self.init(ECPair(derRepresentation: Array(derRepresentation), use: .signing))
    }

    /// Reads a key in PEM: `PRIVATE KEY` or `EC PRIVATE KEY`.
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
    ///   `init(derRepresentation:)`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "EC PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The scalar. The caller must wipe this copy.
    public var rawRepresentation: [UInt8] { pair.scalar }
    /// The uncompressed public point followed by the scalar. The caller must wipe this copy.
    public var x963Representation: [UInt8] { pair.x963 + pair.scalar }
    /// The key in PKCS #8. The caller must wipe this copy.
    public var derRepresentation: [UInt8] { pair.der }
    /// The key in PKCS #8, as PEM. The text contains the private key and is not wiped, so keep it only briefly.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: pair.der).text }

    /// Signs `digest`, which is not hashed again.
    ///
    /// - Throws: `CryptoError.internalFailure` if OpenSSL fails, for example because its random generator fails.
    public func signature(for digest: some Digest) throws(CryptoError) -> ECDSASignature<Curve> {
      try digest.withTypedBytes { (bytes) throws(CryptoError) in
        try ECDSASignature(
          derRepresentation: [UInt8](unsafeUninitializedCapacity: DERSignature.capacity) {
            (buffer, count) throws(CryptoError) in
            count = try pair.key.sign(digest: bytes, into: UnsafeMutableRawBufferPointer(buffer))
          })
      }
    }

    /// Hashes `data` with the curve's hash function and signs the digest.
    ///
    /// - Throws: `CryptoError.internalFailure` if OpenSSL fails, for example because its random generator fails.
    public func signature(for data: some DataProtocol) throws(CryptoError) -> ECDSASignature<Curve> {
      try signature(for: Curve.Hash.hash(data: data))
    }
  }

  extension ECDSAPrivateKey where Curve == P256Curve {
    /// Hashes and signs `message`, writes the signature in DER into `buffer` and returns its length. `buffer` must have
    /// at least `DERSignature.capacity` bytes. Request stamps use this method, because allocating an array for each
    /// step would take noticeable time.
    ///
    /// - Throws: `CryptoError.internalFailure` if OpenSSL fails.
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
