#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore

  /// The state of both sides after the key schedule (RFC 9180 §5.1, §5.2).
  struct HPKEContext: Sendable {
    private let aead: HPKE.AEAD
    private let key: SymmetricKey
    private let baseNonce: [UInt8]
    private let exporter: SymmetricKey
    private let kdf: HPKELabeledKDF
    private var sequenceNumber: UInt64 = 0

    init(suite: HPKE.Ciphersuite, sharedSecret: SymmetricKey, info: [UInt8]) {
      kdf = HPKELabeledKDF(suite: suite)
      aead = suite.aead
      // The base mode has no pre-shared key, so its identifier is empty.
      let identifierHash = kdf.extract(label: "psk_id_hash", keyMaterial: [UInt8]())
      let infoHash = kdf.extract(label: "info_hash", keyMaterial: info)
      let context = [0] + Array(identifierHash) + Array(infoHash)
      let secret = kdf.extract(salt: sharedSecret, label: "secret", keyMaterial: [UInt8]())
      key = kdf.expand(secret, label: "key", info: context, byteCount: suite.aead.keyByteCount)
      baseNonce = kdf.expand(secret, label: "base_nonce", info: context, byteCount: 12)
        .withUnsafeBytes { Array($0) }
      exporter = kdf.expand(secret, label: "exp", info: context, byteCount: SHA256.byteCount)
    }

    /// Derives the shared secret of the encapsulation (RFC 9180 §4.1).
    static func sharedSecret(
      _ agreement: SharedSecret, encapsulatedKey: [UInt8], recipientKey: [UInt8], kem: HPKE.KEM
    ) -> SymmetricKey {
      let kdf = HPKELabeledKDF(kem: kem)
      let pseudoRandomKey = kdf.extract(label: "eae_prk", keyMaterial: agreement)
      return kdf.expand(
        pseudoRandomKey, label: "shared_secret", info: encapsulatedKey + recipientKey, byteCount: SHA256.byteCount)
    }

    mutating func seal(
      _ message: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
      let sealed = try aead.cipher.seal(message, key: key, nonce: nonce, authenticating: data)
      try advance()
      return sealed
    }

    mutating func open(
      _ sealed: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
      let tagStart = sealed.count - AuthenticatedCipher.tagByteCount
      guard tagStart >= 0 else { throw .authenticationFailure }
      let message = try aead.cipher.open(
        UnsafeRawBufferPointer(rebasing: sealed[..<tagStart]),
        tag: UnsafeRawBufferPointer(rebasing: sealed[tagStart...]),
        key: key, nonce: nonce, authenticating: data)
      try advance()
      return message
    }

    /// Derives a secret for another use (RFC 9180 §5.3).
    func export(context: [UInt8], byteCount: Int) -> SymmetricKey {
      let labelled =
        [UInt8(byteCount >> 8), UInt8(truncatingIfNeeded: byteCount)] + Array("HPKE-v1".utf8) + kdf.suiteID
        + "sec".utf8 + context
      return HKDF<SHA256>.expand(pseudoRandomKey: exporter, info: labelled, outputByteCount: byteCount)
    }

    private var nonce: [UInt8] {
      var nonce = baseNonce
      for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: sequenceNumber >> UInt64(8 * index)) }
      return nonce
    }

    private mutating func advance() throws(CryptoError) {
      guard sequenceNumber < .max else { throw .invalidParameter }
      sequenceNumber += 1
    }
  }
#endif
