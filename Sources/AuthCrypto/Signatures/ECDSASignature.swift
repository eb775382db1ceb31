#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  /// An ECDSA signature: the numbers r and s, each with the length of a coordinate.
  public struct ECDSASignature<Curve: NISTCurve>: Sendable, Hashable, ContiguousBytes {
    /// The signature as r‖s, the JWS format (RFC 7518 §3.4).
    public let rawRepresentation: [UInt8]

    /// Creates a signature from r‖s.
    ///
    /// - Throws: `CryptoError.incorrectSize` unless the signature has the length of two coordinates.
    public init(rawRepresentation: some DataProtocol) throws(CryptoError) {
      guard rawRepresentation.count == 2 * Curve.parameters.byteCount else { throw .incorrectSize }
      self.rawRepresentation = Array(rawRepresentation)
    }

    /// Reads a signature in DER (RFC 3279 §2.2.3).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER, and for numbers longer than a coordinate.
    public init(derRepresentation: some DataProtocol) throws(CryptoError) {
      let count = Curve.parameters.byteCount
      var reader = DERReader(derRepresentation)
      var fields = try reader.nested(DER.sequence)
      try reader.end()
      let r = try fields.unsignedInteger()
      let s = try fields.unsignedInteger()
      try fields.end()
      guard r.count <= count, s.count <= count else { throw .invalidEncoding }
      rawRepresentation =
        [UInt8](repeating: 0, count: count - r.count) + r + [UInt8](repeating: 0, count: count - s.count) + s
    }

    /// The signature in DER (RFC 3279 §2.2.3).
    public var derRepresentation: [UInt8] {
      let count = Curve.parameters.byteCount
      return rawRepresentation.withUnsafeBufferPointer { raw in
        let r = DERSignature.digits(of: raw[..<count])
        let s = DERSignature.digits(of: raw[count...])
        return [UInt8](unsafeUninitializedCapacity: DERSignature.capacity) { der, written in
          written = DERSignature.write(r, s, into: der)
        }
      }
    }

    /// Passes r‖s to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try rawRepresentation.withUnsafeBytes(body)
    }
  }
#endif
