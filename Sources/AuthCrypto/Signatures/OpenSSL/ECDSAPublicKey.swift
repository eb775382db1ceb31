#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  /// A key that verifies ECDSA signatures. It is checked on import; its OpenSSL key is created once.
  public struct ECDSAPublicKey<Curve: NISTCurve>: Sendable {
    let point: ECPoint<Curve>

    init(point: ECPoint<Curve>) { self.point = point }

    /// Creates a key from x‖y.
    ///
    /// - Throws: `CryptoError.invalidKey` for a wrong length, or if x‖y is not a point on the curve.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      point = try ECPoint(sec1: rawRepresentation.withUnsafeBytes { [4] + $0 }, use: .verifying)
    }

    /// Creates a key from the uncompressed or compressed form of a point (SEC 1 §2.3.3).
    ///
    /// - Throws: `CryptoError.invalidKey` for a wrong length or form, or if the point is not on the curve;
    ///   `.internalFailure` if OpenSSL fails.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      point = try ECPoint(sec1: x963Representation.withUnsafeBytes { Array($0) }, use: .verifying)
    }

    /// Creates a key from the compressed form of a point (SEC 1 §2.3.3).
    ///
    /// - Throws: `CryptoError.incorrectSize` for any other length; `.invalidKey` unless the point is on the curve;
    ///   `.internalFailure` if OpenSSL fails.
    public init(compressedRepresentation: some ContiguousBytes) throws(CryptoError) {
      let bytes = compressedRepresentation.withUnsafeBytes { Array($0) }
      guard bytes.count == 1 + Curve.parameters.byteCount else { throw .incorrectSize }
      point = try ECPoint(sec1: bytes, use: .verifying)
    }

    /// Reads a key in SPKI (RFC 5480 §2).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.invalidKey` for another algorithm or curve, or if
    ///   the point is not on the curve; `.internalFailure` if OpenSSL fails.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      point = try ECPoint(derRepresentation: Array(derRepresentation), use: .verifying)
    }

    /// Reads a key in SPKI, as PEM: `PUBLIC KEY`.
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
    ///   `init(derRepresentation:)`.
    public init(pemRepresentation: String) throws(CryptoError) {
      try self.init(derRepresentation: try PEMDocument(text: pemRepresentation).bytes(labelled: "PUBLIC KEY"))
    }

    /// The point as x‖y.
    public var rawRepresentation: [UInt8] { Array(point.x963.dropFirst()) }
    /// The point in uncompressed form (SEC 1 §2.3.3).
    public var x963Representation: [UInt8] { point.x963 }
    /// The point in compressed form (SEC 1 §2.3.3).
    public var compressedRepresentation: [UInt8] { point.compressed }
    /// The key in SPKI.
    public var derRepresentation: [UInt8] { point.der }
    /// The key in SPKI, as PEM.
    public var pemRepresentation: String { PEMDocument(label: "PUBLIC KEY", derBytes: point.der).text }

    /// Returns whether `signature` is valid for `digest`, which is not hashed again.
    public func isValidSignature(_ signature: ECDSASignature<Curve>, for digest: some Digest) -> Bool {
      digest.withUnsafeBytes { digest in
        signature.derRepresentation.withUnsafeBytes { point.key.verify(digest: digest, signature: $0) }
      }
    }

    /// Returns whether `signature` is valid for `data`, which is hashed with the curve's hash function.
    public func isValidSignature(_ signature: ECDSASignature<Curve>, for data: some DataProtocol) -> Bool {
      isValidSignature(signature, for: Curve.Hash.hash(data: data))
    }

    /// Returns whether `signature`, which is r‖s, is valid for `data`, without an allocation in Swift; false for a
    /// signature of another length.
    func isValidSignature(
      raw signature: UnsafeBufferPointer<UInt8>, for data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      let count = Curve.parameters.byteCount
      guard signature.count == 2 * count else { return false }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DERSignature.capacity) { der in
        let written = DERSignature.write(
          DERSignature.digits(of: signature[..<count]), DERSignature.digits(of: signature[count...]), into: der)
        return Curve.Hash.hash(data: data).withUnsafeBytes { digest in
          point.key.verify(
            digest: digest, signature: UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: der[..<written])))
        }
      }
    }
  }
#endif
