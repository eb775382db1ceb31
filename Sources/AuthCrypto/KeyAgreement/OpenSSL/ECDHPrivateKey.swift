#if canImport(COpenSSL)
  import AuthCore
  import COpenSSL
  public import FoundationEssentials

  /// The private key in a Diffie-Hellman agreement. Checked on import, wiped with the last copy.
  public struct ECDHPrivateKey<Curve: NISTCurve>: Sendable {
    let pair: ECPair<Curve>

    /// A new key.
    ///
    /// - Parameter compactRepresentable: for compatibility with CryptoKit; every key here can be written compressed.
    public init(compactRepresentable: Bool = true) {
      do throws(CryptoError) {
        pair = try ECPair(use: .other)
      } catch {
        // As in CryptoKit this does not throw: it fails only when memory or entropy is exhausted.
        preconditionFailure("libcrypto could not generate a key")
      }
    }

    /// The key of a big-endian scalar, as long as the field.
    ///
    /// - Throws: `CryptoError.incorrectSize`, or `.invalidKey` for zero, for the curve's order and above.
    public init(rawRepresentation: some ContiguousBytes) throws(CryptoError) {
      pair = try rawRepresentation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(scalar: bytes, use: .other)
      }
    }

    /// The key of the uncompressed public point with the scalar after it; the two must match.
    public init(x963Representation: some ContiguousBytes) throws(CryptoError) {
      pair = try x963Representation.withTypedBytes { (bytes) throws(CryptoError) in
        try ECPair(x963: bytes, use: .other)
      }
    }

    /// The key in PKCS #8 (RFC 5958) or RFC 5915.
    public init(derRepresentation: some RandomAccessCollection<UInt8>) throws(CryptoError) {
      pair = try ECPair(derRepresentation: Array(derRepresentation), use: .other)
    }

    /// The key in PEM: `PRIVATE KEY` or `EC PRIVATE KEY`.
    public init(pemRepresentation: String) throws(CryptoError) {
      let document = try PEMDocument(text: pemRepresentation)
      guard document.label == "PRIVATE KEY" || document.label == "EC PRIVATE KEY" else { throw .invalidEncoding }
      try self.init(derRepresentation: document.derBytes)
    }

    /// The public key for the other side.
    public var publicKey: ECDHPublicKey<Curve> { ECDHPublicKey(point: ECPoint(x963: pair.x963, key: pair.key)) }
    /// The scalar. The caller is responsible for the copy: it is not wiped.
    public var rawRepresentation: [UInt8] { pair.scalar }
    /// The uncompressed public point with the scalar after it.
    public var x963Representation: [UInt8] { pair.x963 + pair.scalar }
    /// PKCS #8.
    public var derRepresentation: [UInt8] { pair.der }
    /// PKCS #8 in PEM.
    public var pemRepresentation: String { PEMDocument(label: "PRIVATE KEY", derBytes: pair.der).text }

    /// The x coordinate of the common point (SP 800-56A §5.7.1.2).
    ///
    /// - Throws: `CryptoError.internalFailure`; an invalid public key was already refused on import.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: ECDHPublicKey<Curve>
    ) throws(CryptoError) -> SharedSecret {
      // The point was checked on import, and the cofactor of these curves is one: no need to check it here again.
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
