#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL
  public import FoundationEssentials

  /// A private key for Diffie-Hellman key agreement. It is checked on import and wiped when its last copy is released.
  public struct ECDHPrivateKey<Curve: NISTCurve>: Sendable {
    let pair: ECPair<Curve>

    /// Generates a key.
    ///
    /// - Parameter compactRepresentable: has no effect; it exists for compatibility with CryptoKit.
    public init(compactRepresentable: Bool = true) {
      do throws(CryptoError) {
        pair = try ECPair(use: .other)
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
      pair = try rawRepresentation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(scalar: bytes, use: .other)
      }
    }

    /// Creates a key from the uncompressed public point followed by the scalar.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a wrong length; `.invalidKey` if the scalar is out of range, or if the
    ///   point is not the public point of the scalar.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      pair = try x963Representation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(x963: bytes, use: .other)
      }
    }

    /// Reads a key in DER: in PKCS #8 (RFC 5958) or as an `ECPrivateKey` (RFC 5915).
    ///
    /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.incorrectSize` for a scalar of the wrong length;
    ///   `.invalidKey` for another algorithm or curve, for an `ECPrivateKey` that does not name its curve, or if the
    ///   scalar is out of range or does not match the public point.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      pair = try ECPair(derRepresentation: Array(derRepresentation), use: .other)
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

    /// The public key, which the other side needs.
    public var publicKey: ECDHPublicKey<Curve> { ECDHPublicKey(point: ECPoint(x963: pair.x963, key: pair.key)) }
    /// The scalar. The caller must wipe this copy.
    public var rawRepresentation: [UInt8] { pair.scalar }
    /// The uncompressed public point followed by the scalar. The caller must wipe this copy.
    public var x963Representation: [UInt8] { pair.x963 + pair.scalar }
    /// The key in PKCS #8. The caller must wipe this copy.
    public var derRepresentation: [UInt8] { pair.der }
    /// The key in PKCS #8, as PEM. The text contains the private key and is not wiped, so keep it only briefly.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: pair.der).text }

    /// Computes the shared secret: the x coordinate of the common point (SP 800-56A §5.7.1.2).
    ///
    /// - Throws: `CryptoError.internalFailure` if OpenSSL fails. An invalid public key is already refused on import.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: ECDHPublicKey<Curve>
    ) throws(CryptoError) -> SharedSecret {
      // Do not validate the peer's point again (the argument 0): it was checked on import, and the cofactor of these
      // curves is one.
      let context = EVP_PKEY_CTX_new_from_pkey(nil, pair.key.pointer, nil)
      defer { EVP_PKEY_CTX_free(context) }
      var bytes = [UInt8](repeating: 0, count: Curve.parameters.byteCount)
      defer { Wiping.wipe(&bytes) }
      var count = bytes.count
      guard EVP_PKEY_derive_init(context) == 1,
        EVP_PKEY_derive_set_peer_ex(context, publicKeyShare.point.key.pointer, 0) == 1,
        EVP_PKEY_derive(context, &bytes, &count) == 1, count == bytes.count
      else {
        ERR_clear_error()
        throw .internalFailure
      }
      return SharedSecret(Secret(bytes))
    }
  }

  extension ECDHPrivateKey: CustomStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif
