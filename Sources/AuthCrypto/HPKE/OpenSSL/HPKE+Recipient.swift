#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  extension HPKE {
    /// The receiving side, which opens messages.
    public struct Recipient: Sendable {
      private var context: HPKEContext

      /// Creates a recipient of the messages whose sender supplied `encapsulatedKey`.
      ///
      /// - Throws: `CryptoError.invalidKey` unless `encapsulatedKey` is an uncompressed point on the curve
      ///   (RFC 9180 §7.1.1); `.internalFailure` if OpenSSL fails.
      public init(
        privateKey: P256.KeyAgreement.PrivateKey, ciphersuite: Ciphersuite, info: some DataProtocol,
        encapsulatedKey: some DataProtocol
      ) throws(CryptoError) {
        let encapsulated = Array(encapsulatedKey)
        guard encapsulated.count == 65 else { throw .invalidKey }
        let secret = HPKEContext.sharedSecret(
          try privateKey.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: encapsulated)),
          encapsulatedKey: encapsulated, recipientKey: privateKey.publicKey.x963Representation, kem: ciphersuite.kem)
        context = HPKEContext(suite: ciphersuite, sharedSecret: secret, info: Array(info))
      }

      /// Opens the next message and returns it.
      ///
      /// - Throws: `CryptoError.authenticationFailure` if the ciphertext, the authenticated data, the keys, `info` or
      ///   the order of the messages differs from the sender's; `.invalidParameter` if OpenSSL cannot start the
      ///   decryption or the sequence number is at its limit (2^64 − 1). An error does not change the sequence number.
      public mutating func open(
        _ ciphertext: some DataProtocol, authenticating aad: some DataProtocol
      ) throws(CryptoError) -> [UInt8] {
        let sealed = Array(ciphertext)
        let data = Array(aad)
        return try sealed.withTypedBytes { (sealed) throws(CryptoError) in
          try data.withTypedBytes { (data) throws(CryptoError) in try context.open(sealed, authenticating: data) }
        }
      }

      /// Opens the next message, which was sealed without authenticated data, and returns it.
      ///
      /// - Throws: `CryptoError.authenticationFailure` if the ciphertext, the keys, `info` or the order of the messages
      ///   differs from the sender's; `.invalidParameter` if OpenSSL cannot start the decryption or the sequence number
      ///   is at its limit (2^64 − 1). An error does not change the sequence number.
      public mutating func open(_ ciphertext: some DataProtocol) throws(CryptoError) -> [UInt8] {
        try open(ciphertext, authenticating: [UInt8]())
      }

      /// Derives a secret for another use (RFC 9180 §5.3). The sender derives the same secret from the same `context`.
      ///
      /// - Throws: `CryptoError.invalidParameter` unless `outputByteCount` is 0 to 255 × 32.
      public func exportSecret(
        context data: some DataProtocol, outputByteCount: Int
      ) throws(CryptoError) -> SymmetricKey {
        guard (0...255 * SHA256.byteCount).contains(outputByteCount) else { throw .invalidParameter }
        return context.export(context: Array(data), byteCount: outputByteCount)
      }
    }
  }
#endif
