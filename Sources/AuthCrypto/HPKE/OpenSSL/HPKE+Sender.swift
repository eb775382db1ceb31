#if canImport(COpenSSL)
  public import FoundationEssentials

  extension HPKE {
    /// The sending side, which seals messages.
    public struct Sender: Sendable {
      /// The encapsulated key, which the recipient needs besides the ciphertext: an uncompressed point, 65 bytes.
      public let encapsulatedKey: [UInt8]
      private var context: HPKEContext

      /// A sender to `recipientKey`.
      ///
      /// - Throws: `CryptoError.internalFailure`.
      public init(
        recipientKey: P256.KeyAgreement.PublicKey, ciphersuite: Ciphersuite, info: some DataProtocol
      ) throws(CryptoError) {
        try self.init(
          recipientKey: recipientKey, ciphersuite: ciphersuite, info: info,
          ephemeralKey: P256.KeyAgreement.PrivateKey())
      }

      /// The same with a given ephemeral key, only for published test vectors: a reused one reveals messages.
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

      /// The ciphertext of the next message, with the tag after it.
      public mutating func seal(
        _ msg: some DataProtocol, authenticating aad: some DataProtocol
      ) throws(CryptoError) -> [UInt8] {
        let message = Array(msg)
        let data = Array(aad)
        return try message.withTypedBytes { (message) throws(CryptoError) in
          try data.withTypedBytes { (data) throws(CryptoError) in try context.seal(message, authenticating: data) }
        }
      }

      /// The ciphertext of the next message, with the tag after it.
      public mutating func seal(_ msg: some DataProtocol) throws(CryptoError) -> [UInt8] {
        try seal(msg, authenticating: [UInt8]())
      }

      /// A secret for another use, which the recipient can derive, too.
      public func exportSecret(
        context data: some DataProtocol, outputByteCount: Int
      ) throws(CryptoError) -> SymmetricKey {
        guard (0...255 * SHA256.byteCount).contains(outputByteCount) else { throw .invalidParameter }
        return context.export(context: Array(data), byteCount: outputByteCount)
      }
    }
  }
#endif
