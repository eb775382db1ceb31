#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// The Advanced Encryption Standard (FIPS 197).
  public enum AES {
    /// Galois/counter mode (SP 800-38D), with keys of 128, 192 or 256 bits.
    public enum GCM {
      /// A number that is used only once with a key. It has 12 bytes or more; 12 is usual.
      public struct Nonce: ContiguousBytes, Sequence, Sendable {
        let bytes: [UInt8]

        /// Creates a nonce of 12 random bytes from the system's generator.
        public init() { bytes = SystemRandomSource().bytes(12) }

        /// Creates a nonce from `data`.
        ///
        /// - Throws: `CryptoError.incorrectSize` for fewer than 12 bytes.
        public init(data: some DataProtocol) throws(CryptoError) {
          guard data.count >= 12 else { throw .incorrectSize }
          bytes = Array(data)
        }

        /// Passes the bytes to `body`.
        public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
          try bytes.withUnsafeBytes(body)
        }

        /// Returns an iterator over the bytes.
        public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
      }

      /// A sealed message: nonce, ciphertext and tag.
      public struct SealedBox: Sendable {
        /// The nonce with which the message was sealed.
        public let nonce: Nonce
        /// The ciphertext, as long as the message.
        public let ciphertext: [UInt8]
        /// The tag, 16 bytes.
        public let tag: [UInt8]

        /// Creates a box from its parts.
        ///
        /// - Throws: `CryptoError.incorrectSize` unless the tag has 16 bytes.
        public init(
          nonce: Nonce, ciphertext: some DataProtocol, tag: some DataProtocol
        ) throws(CryptoError) {
          guard tag.count == AuthenticatedCipher.tagByteCount else { throw .incorrectSize }
          self.nonce = nonce
          self.ciphertext = Array(ciphertext)
          self.tag = Array(tag)
        }

        /// Creates a box from the concatenation of a 12-byte nonce, the ciphertext and the tag.
        ///
        /// - Throws: `CryptoError.incorrectSize` if `combined` is too short.
        public init(combined: some DataProtocol) throws(CryptoError) {
          let bytes = Array(combined)
          guard bytes.count >= 12 + AuthenticatedCipher.tagByteCount else { throw .incorrectSize }
          let tagStart = bytes.count - AuthenticatedCipher.tagByteCount
          try self.init(nonce: Nonce(data: bytes[..<12]), ciphertext: bytes[12..<tagStart], tag: bytes[tagStart...])
        }

        /// The concatenation of nonce, ciphertext and tag; nil unless the nonce has 12 bytes.
        public var combined: [UInt8]? { nonce.bytes.count == 12 ? nonce.bytes + ciphertext + tag : nil }
      }
    }
  }

  extension AES.GCM {
    /// Encrypts and authenticates `message`, and authenticates `authenticatedData` with it. If `nonce` is nil, the
    /// nonce is random.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a key of the wrong length; `.invalidParameter` if OpenSSL cannot start
    ///   the encryption, for example because it refuses the nonce; `.internalFailure` if OpenSSL fails later, or if the
    ///   message or the authenticated data has more than 2^31 − 1 bytes.
    public static func seal(
      _ message: some DataProtocol, using key: SymmetricKey, nonce: Nonce? = nil,
      authenticating authenticatedData: some DataProtocol
    ) throws(CryptoError) -> SealedBox {
      let cipher = try cipher(for: key)
      let nonce = nonce ?? Nonce()
      let sealed = try message.withTypedContiguousBytes { (message) throws(CryptoError) in
        try authenticatedData.withTypedContiguousBytes { (data) throws(CryptoError) in
          try cipher.seal(message, key: key, nonce: nonce.bytes, authenticating: data)
        }
      }
      let tagStart = sealed.count - AuthenticatedCipher.tagByteCount
      return try SealedBox(nonce: nonce, ciphertext: sealed[..<tagStart], tag: sealed[tagStart...])
    }

    /// Encrypts and authenticates `message`. If `nonce` is nil, the nonce is random.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a key of the wrong length; `.invalidParameter` if OpenSSL cannot start
    ///   the encryption, for example because it refuses the nonce; `.internalFailure` if OpenSSL fails later, or if the
    ///   message or the authenticated data has more than 2^31 − 1 bytes.
    public static func seal(
      _ message: some DataProtocol, using key: SymmetricKey, nonce: Nonce? = nil
    ) throws(CryptoError) -> SealedBox {
      try seal(message, using: key, nonce: nonce, authenticating: [UInt8]())
    }

    /// Opens a box that was sealed with `authenticatedData`, and returns the message.
    ///
    /// - Throws: `CryptoError.authenticationFailure` if the box was changed, or was sealed with another key or other
    ///   authenticated data; `.incorrectSize` for a key of the wrong length; `.invalidParameter` if OpenSSL cannot
    ///   start the decryption, for example because it refuses the nonce.
    public static func open(
      _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: some DataProtocol
    ) throws(CryptoError) -> [UInt8] {
      let cipher = try cipher(for: key)
      return try sealedBox.ciphertext.withTypedBytes { (ciphertext) throws(CryptoError) in
        try sealedBox.tag.withTypedBytes { (tag) throws(CryptoError) in
          try authenticatedData.withTypedContiguousBytes { (data) throws(CryptoError) in
            try cipher.open(ciphertext, tag: tag, key: key, nonce: sealedBox.nonce.bytes, authenticating: data)
          }
        }
      }
    }

    /// Opens a box that was sealed without `authenticatedData`, and returns the message.
    ///
    /// - Throws: `CryptoError.authenticationFailure` if the box was changed, or was sealed with another key or with
    ///   authenticated data; `.incorrectSize` for a key of the wrong length; `.invalidParameter` if OpenSSL cannot
    ///   start the decryption, for example because it refuses the nonce.
    public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws(CryptoError) -> [UInt8] {
      try open(sealedBox, using: key, authenticating: [UInt8]())
    }

    private static func cipher(for key: SymmetricKey) throws(CryptoError) -> AuthenticatedCipher {
      switch key.bitCount {
      case 128: .aes128GCM
      case 192: .aes192GCM
      case 256: .aes256GCM
      default: throw .incorrectSize
      }
    }
  }
#endif
