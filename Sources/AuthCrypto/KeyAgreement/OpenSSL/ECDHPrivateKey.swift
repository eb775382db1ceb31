#if canImport(COpenSSL)
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
        preconditionFailure("libcrypto could not generate a key")
      }
    }

    /// Creates a key from a big-endian scalar, which must have the length of a coordinate.
    ///
    /// - Throws: `CryptoError.incorrectSize` for any other length, `.invalidKey` unless the scalar is between zero and
    ///   the curve's order.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      pair = try rawRepresentation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(scalar: bytes, use: .other)
      }
    }

    /// Creates a key from the uncompressed public point followed by the scalar; the two must match.
    ///
    /// - Throws: `CryptoError.incorrectSize` or `.invalidKey`.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      pair = try x963Representation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(x963: bytes, use: .other)
      }
    }

    /// Reads a key in DER: in PKCS #8 (RFC 5958) or as an `ECPrivateKey` (RFC 5915).
    ///
    /// - Throws: `CryptoError.invalidEncoding`, `.incorrectSize` or `.invalidKey`.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      pair = try ECPair(derRepresentation: Array(derRepresentation), use: .other)
    }

    /// Reads a key in PEM: `PRIVATE KEY` or `EC PRIVATE KEY`.
    ///
    /// - Throws: `CryptoError.invalidEncoding`, `.incorrectSize` or `.invalidKey`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "EC PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The public key, which the other side needs.
    public var publicKey: ECDHPublicKey<Curve> { ECDHPublicKey(point: ECPoint(x963: pair.x963, key: pair.key)) }
    /// The scalar. This copy is not wiped automatically; the caller must wipe it.
    public var rawRepresentation: [UInt8] { pair.scalar }
    /// The uncompressed public point followed by the scalar. This copy is not wiped automatically, either.
    public var x963Representation: [UInt8] { pair.x963 + pair.scalar }
    /// The key in PKCS #8. This copy is not wiped automatically, either.
    public var derRepresentation: [UInt8] { pair.der }
    /// The key in PKCS #8, as PEM. This copy is not wiped automatically, either.
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
