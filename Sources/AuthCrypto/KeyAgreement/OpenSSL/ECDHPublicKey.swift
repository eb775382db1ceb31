#if canImport(COpenSSL)
  public import FoundationEssentials

  /// The other side's public key in a Diffie-Hellman agreement. Checked on import.
  public struct ECDHPublicKey<Curve: NISTCurve>: Sendable {
    let point: ECPoint<Curve>

    init(point: ECPoint<Curve>) { self.point = point }

    /// A key from x‖y.
    ///
    /// - Throws: `CryptoError.invalidKey` unless it is a point of the curve; so do the following initialisers.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      point = try ECPoint(sec1: rawRepresentation.withUnsafeBytes { [4] + $0 }, use: .other)
    }

    /// A key from the uncompressed or compressed form of SEC 1 §2.3.3.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      point = try ECPoint(sec1: x963Representation.withUnsafeBytes { Array($0) }, use: .other)
    }

    /// A key from the compressed form of SEC 1 §2.3.3.
    public init(compressedRepresentation: some ContiguousBytes) throws(CryptoError) {
      let bytes = compressedRepresentation.withUnsafeBytes { Array($0) }
      guard bytes.count == 1 + Curve.parameters.byteCount else { throw .incorrectSize }
      point = try ECPoint(sec1: bytes, use: .other)
    }

    /// A key from SPKI (RFC 5480 §2).
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      point = try ECPoint(derRepresentation: Array(derRepresentation), use: .other)
    }

    /// A key from SPKI in PEM, `PUBLIC KEY`.
    public init(pemRepresentation: String) throws(CryptoError) {
      try self.init(derRepresentation: try PEMDocument(text: pemRepresentation).bytes(labelled: "PUBLIC KEY"))
    }

    /// x‖y.
    public var rawRepresentation: [UInt8] { Array(point.x963.dropFirst()) }
    /// The uncompressed form of SEC 1 §2.3.3.
    public var x963Representation: [UInt8] { point.x963 }
    /// The compressed form of SEC 1 §2.3.3.
    public var compressedRepresentation: [UInt8] { point.compressed }
    /// SPKI.
    public var derRepresentation: [UInt8] { point.der }
    /// SPKI in PEM.
    public var pemRepresentation: String { PEMDocument(label: "PUBLIC KEY", derBytes: point.der).text }
  }
#endif
