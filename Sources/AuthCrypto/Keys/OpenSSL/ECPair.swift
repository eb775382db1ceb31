#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL

  /// A key pair on a curve. It is checked on creation. Only the OpenSSL key contains the scalar.
  struct ECPair<Curve: NISTCurve>: Sendable {
    let key: OpenSSLKey
    /// The public point in uncompressed form (SEC 1 §2.3.3).
    let x963: [UInt8]

    /// Generates a pair.
    init(use: OpenSSLKey.Use) throws(CryptoError) {
      key = try OpenSSLKey(adopting: lk_ec_generate(Curve.parameters.name), use: use)
      x963 = try ECPoint<Curve>.uncompressed(key)
    }

    /// Creates a pair from a big-endian scalar. The scalar must be in 1..<order and as long as a coordinate. OpenSSL
    /// would accept zero, the order itself and a public key that does not match. Therefore the scalar's range is
    /// checked, and the public key is derived and compared with `expected`.
    init(
      scalar: UnsafeRawBufferPointer, expecting expected: [UInt8]? = nil, use: OpenSSLKey.Use
    ) throws(CryptoError) {
      let parameters = Curve.parameters
      guard scalar.count == parameters.byteCount else { throw .incorrectSize }
      let bytes = scalar.assumingMemoryBound(to: UInt8.self).baseAddress
      var point = [UInt8](repeating: 0, count: 1 + 2 * parameters.byteCount)
      let isInRange =
        lk_ec_derive_public(parameters.group.pointer, bytes, scalar.count, &point, point.count) == 1
      guard isInRange, expected == nil || expected == point else {
        ERR_clear_error()
        throw .invalidKey
      }
      key = try OpenSSLKey(
        adopting: lk_ec_pair(parameters.name, point, point.count, bytes, scalar.count), use: use)
      x963 = point
    }

    /// Creates a pair from the uncompressed public point and then the scalar, as in CryptoKit's `x963Representation`.
    init(x963 bytes: UnsafeRawBufferPointer, use: OpenSSLKey.Use) throws(CryptoError) {
      let pointCount = 1 + 2 * Curve.parameters.byteCount
      guard bytes.count == pointCount + Curve.parameters.byteCount else { throw .incorrectSize }
      try self.init(
        scalar: UnsafeRawBufferPointer(rebasing: bytes[pointCount...]), expecting: Array(bytes[..<pointCount]),
        use: use)
    }

    /// Reads a pair in PKCS #8 (RFC 5958) or as an `ECPrivateKey` (RFC 5915).
    init(derRepresentation der: [UInt8], use: OpenSSLKey.Use) throws(CryptoError) {
      let objectIdentifier = Curve.parameters.objectIdentifier
      var inner: ECPrivateKeyInfo
      if let info = try? PrivateKeyInfo(der: der) {
        guard info.algorithm == KeyObjectIdentifier.ecPublicKey, info.curve == objectIdentifier
        else { throw .invalidKey }
        inner = try ECPrivateKeyInfo(der: info.key.revealBytes())
        guard inner.curve == nil || inner.curve == objectIdentifier else { throw .invalidKey }
      } else {
        inner = try ECPrivateKeyInfo(der: der)
        guard inner.curve == objectIdentifier else { throw .invalidKey }
      }
      defer { Wiping.wipe(&inner.scalar) }
      let secret = Secret(inner.scalar)
      let point = inner.point
      self = try secret.withBytes { (bytes) throws(CryptoError) in
        try ECPair(scalar: bytes, expecting: point, use: use)
      }
    }

    /// The scalar. The caller must wipe this copy.
    var scalar: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: Curve.parameters.byteCount)
      let status = lk_ec_private_scalar(key.pointer, &bytes, bytes.count)
      precondition(status == 1, "OpenSSL could not read a key's scalar, probably because memory is exhausted")
      return bytes
    }

    /// The pair in PKCS #8. The caller must wipe this copy.
    var der: [UInt8] {
      PrivateKeyInfo(
        algorithm: KeyObjectIdentifier.ecPublicKey, curve: Curve.parameters.objectIdentifier,
        key: Secret(ECPrivateKeyInfo(scalar: scalar, point: x963).der)
      ).der
    }
  }
#endif
