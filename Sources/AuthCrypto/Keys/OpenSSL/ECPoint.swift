#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL

  /// A public point, which is checked on creation: its uncompressed form and its OpenSSL key.
  struct ECPoint<Curve: NISTCurve>: Sendable {
    /// The point in uncompressed form (SEC 1 §2.3.3).
    let x963: [UInt8]
    let key: OpenSSLKey

    /// Reads a point in uncompressed or compressed form (SEC 1 §2.3.3). Refuses the hybrid forms and infinity, which
    /// OpenSSL accepts.
    init(sec1 bytes: [UInt8], use: OpenSSLKey.Use) throws(CryptoError) {
      let parameters = Curve.parameters
      let isUncompressed = bytes.count == 1 + 2 * parameters.byteCount && bytes[0] == 4
      let isCompressed = bytes.count == 1 + parameters.byteCount && (bytes[0] == 2 || bytes[0] == 3)
      guard isUncompressed || isCompressed else { throw .invalidKey }
      key = try OpenSSLKey(adopting: lk_ec_public(parameters.name, bytes, bytes.count), use: use)
      x963 = isUncompressed ? bytes : try Self.uncompressed(key)
    }

    /// Creates the point of a key pair that has already been checked.
    init(x963: [UInt8], key: OpenSSLKey) {
      self.x963 = x963
      self.key = key
    }

    init(derRepresentation: [UInt8], use: OpenSSLKey.Use) throws(CryptoError) {
      let info = try SubjectPublicKeyInfo(der: derRepresentation)
      guard info.algorithm == KeyObjectIdentifier.ecPublicKey, info.curve == Curve.parameters.objectIdentifier
      else { throw .invalidKey }
      try self.init(sec1: info.key, use: use)
    }

    /// The point in compressed form (SEC 1 §2.3.3).
    var compressed: [UInt8] {
      let count = Curve.parameters.byteCount
      return [2 | (x963[2 * count] & 1)] + x963[1...count]
    }

    var der: [UInt8] {
      SubjectPublicKeyInfo(
        algorithm: KeyObjectIdentifier.ecPublicKey, curve: Curve.parameters.objectIdentifier, key: x963
      ).der
    }

    static func uncompressed(_ key: OpenSSLKey) throws(CryptoError) -> [UInt8] {
      var point = [UInt8](repeating: 0, count: 1 + 2 * Curve.parameters.byteCount)
      guard lk_ec_public_point(key.pointer, Curve.parameters.group.pointer, &point, point.count) == 1 else {
        ERR_clear_error()
        throw .internalFailure
      }
      return point
    }
  }
#endif
