#if canImport(COpenSSL) && !SwiftCrypto
  import COpenSSL
  import FoundationEssentials

  /// An authenticated cipher of OpenSSL, looked up once.
  ///
  /// `@unchecked Sendable`: an `EVP_CIPHER` is immutable, reference-counted and safe to share between threads
  /// (EVP_CIPHER_fetch(3)). These objects are never released.
  struct AuthenticatedCipher: @unchecked Sendable {
    private let pointer: OpaquePointer?
    private let keyByteCount: Int

    /// The length of the tag in bytes, which is the same for all ciphers.
    static let tagByteCount = 16

    static let aes128GCM = AuthenticatedCipher("AES-128-GCM", keyByteCount: 16)
    static let aes192GCM = AuthenticatedCipher("AES-192-GCM", keyByteCount: 24)
    static let aes256GCM = AuthenticatedCipher("AES-256-GCM", keyByteCount: 32)
    static let chaCha20Poly1305 = AuthenticatedCipher("ChaCha20-Poly1305", keyByteCount: 32)

    private init(_ name: String, keyByteCount: Int) {
      pointer = EVP_CIPHER_fetch(nil, name, nil)
      self.keyByteCount = keyByteCount
    }

    /// Encrypts `message` and returns the ciphertext followed by the tag.
    func seal(
      _ message: UnsafeRawBufferPointer, key: SymmetricKey, nonce: [UInt8], authenticating data: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
      let capacity = message.count + Self.tagByteCount
      return try [UInt8](unsafeUninitializedCapacity: capacity) { (output, count) throws(CryptoError) in
        let context = try begin(key: key, nonce: nonce, isSealing: true)
        defer { EVP_CIPHER_CTX_free(context) }
        guard let base = output.baseAddress,
          add(data, to: context), transform(message, into: base, context),
          EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagByteCount), base + message.count) == 1
        else {
          ERR_clear_error()
          throw .internalFailure
        }
        count = capacity
      }
    }

    /// Decrypts `ciphertext` and returns the message, but only after the tag has been verified.
    func open(
      _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: SymmetricKey, nonce: [UInt8],
      authenticating data: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
      guard tag.count == Self.tagByteCount else { throw .incorrectSize }
      let context = try begin(key: key, nonce: nonce, isSealing: false)
      defer { EVP_CIPHER_CTX_free(context) }
      // The array has one byte more than the message, because the buffer of an empty array may have no address.
      var message = [UInt8](repeating: 0, count: ciphertext.count + 1)
      var expected = Array(tag)
      let isAuthentic = message.withUnsafeMutableBufferPointer { output in
        guard let base = output.baseAddress else { return false }
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(expected.count), &expected) == 1
          && add(data, to: context) && transform(ciphertext, into: base, context)
      }
      guard isAuthentic else {
        ERR_clear_error()
        message.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        throw .authenticationFailure
      }
      message.removeLast()
      return message
    }

    private func begin(key: SymmetricKey, nonce: [UInt8], isSealing: Bool) throws(CryptoError) -> OpaquePointer? {
      guard key.bitCount == keyByteCount * 8 else { throw .incorrectSize }
      let context = EVP_CIPHER_CTX_new()
      let direction: Int32 = isSealing ? 1 : 0
      let isReady =
        EVP_CipherInit_ex2(context, pointer, nil, nil, direction, nil) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
        && key.withUnsafeBytes {
          EVP_CipherInit_ex2(
            context, nil, $0.assumingMemoryBound(to: UInt8.self).baseAddress, nonce, direction, nil) == 1
        }
      guard isReady else {
        ERR_clear_error()
        EVP_CIPHER_CTX_free(context)
        throw .invalidParameter
      }
      return context
    }

    private func add(_ data: UnsafeRawBufferPointer, to context: OpaquePointer?) -> Bool {
      guard !data.isEmpty else { return true }
      guard let length = Int32(exactly: data.count) else { return false }
      var count: Int32 = 0
      return EVP_CipherUpdate(
        context, nil, &count, data.assumingMemoryBound(to: UInt8.self).baseAddress, length) == 1
    }

    private func transform(
      _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>, _ context: OpaquePointer?
    ) -> Bool {
      var count: Int32 = 0
      if !input.isEmpty {
        guard let length = Int32(exactly: input.count) else { return false }
        let status = EVP_CipherUpdate(
          context, output, &count, input.assumingMemoryBound(to: UInt8.self).baseAddress, length)
        guard status == 1 else { return false }
      }
      var last: Int32 = 0
      return EVP_CipherFinal_ex(context, output + Int(count), &last) == 1
    }
  }
#endif
