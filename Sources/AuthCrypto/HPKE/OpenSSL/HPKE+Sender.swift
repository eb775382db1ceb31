#if canImport(COpenSSL) && !SwiftCrypto
  public import FoundationEssentials

  extension HPKE {
    /// The sending side, which seals messages.
    public struct Sender: Sendable {
      /// The encapsulated key, which the recipient needs in addition to the ciphertext: an uncompressed point of 65
      /// bytes.
      public let encapsulatedKey: [UInt8]
      private var context: HPKEContext

      /// Creates a sender of messages for the holder of `recipientKey`.
      ///
      /// - Throws: `CryptoError.internalFailure` if OpenSSL fails.
      public init(
        recipientKey: P256.KeyAgreement.PublicKey, ciphersuite: Ciphersuite, info: some DataProtocol
      ) throws(CryptoError) {
        try self.init(
          recipientKey: recipientKey, ciphersuite: ciphersuite, info: info,
          ephemeralKey: P256.KeyAgreement.PrivateKey())
      }

      /// Creates a sender with a given ephemeral key. Use this initialiser only for published test vectors: an
      /// ephemeral key that is used twice reveals messages.
      package init(
        recipientKey: P256.KeyAgreement.PublicKey, ciphersuite: Ciphersuite, info: some DataProtocol,
        ephemeralKey: P256.KeyAgreement.PrivateKey
      ) throws(CryptoError) {
        encapsulatedKey = ephemeralKey.publicKey.x963Representation
        let secret = HPKEContext.sharedSecret(
          try ephemeralKey.sharedSecretFromKeyAgreement(with: recipientKey), encapsulatedKey: encapsulatedKey,
          recipientKey: recipientKey.x963Representation, kem: ciphersuite.kem)
        context = HPKEContext(suite: ciphersuite, sharedSecret: secret, info: Array(info))
      }

      /// Seals the next message and returns the ciphertext followed by the tag.
      ///
      /// - Throws: `CryptoError.invalidParameter` if OpenSSL cannot start the encryption or the sequence number is at
      ///   its limit (2^64 − 1); `.internalFailure` if OpenSSL fails later, or if the message or the authenticated data
      ///   has more than 2^31 − 1 bytes.
      public mutating func seal(
        _ msg: some DataProtocol, authenticating aad: some DataProtocol
      ) throws(CryptoError) -> [UInt8] {
        let message = Array(msg)
        let data = Array(aad)
        return try message.withTypedBytes { (message) throws(CryptoError) in
          try data.withTypedBytes { (data) throws(CryptoError) in try context.seal(message, authenticating: data) }
        }
      }

      /// Seals the next message without authenticated data and returns the ciphertext followed by the tag.
      ///
      /// - Throws: `CryptoError.invalidParameter` if OpenSSL cannot start the encryption or the sequence number is at
      ///   its limit (2^64 − 1); `.internalFailure` if OpenSSL fails later, or if the message or the authenticated data
      ///   has more than 2^31 − 1 bytes.
      public mutating func seal(_ msg: some DataProtocol) throws(CryptoError) -> [UInt8] {
        try seal(msg, authenticating: [UInt8]())
      }

      /// Derives a secret for another use (RFC 9180 §5.3). The recipient derives the same secret from the same
      /// `context`.
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
