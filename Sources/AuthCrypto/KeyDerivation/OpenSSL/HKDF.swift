#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// HKDF (RFC 5869) over a hash function.
  public struct HKDF<H: HashFunction>: Sendable {
    /// Derives a key: extracts and expands in one step.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: the secret, of any length.
    ///   - salt: a public value; may be empty.
    ///   - info: the purpose of the key; may be empty.
    ///   - outputByteCount: the length of the key in bytes: at most 255 times the digest's length (RFC 5869 §2.3). A
    ///     greater length stops the process.
    public static func deriveKey(
      inputKeyMaterial: SymmetricKey, salt: some DataProtocol, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
      expand(
        pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
        outputByteCount: outputByteCount)
    }

    /// Derives a key without a salt.
    public static func deriveKey(
      inputKeyMaterial: SymmetricKey, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
      deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
    }

    /// Derives a key without an info value.
    public static func deriveKey(
      inputKeyMaterial: SymmetricKey, salt: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
      deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Derives a key without a salt or an info value.
    public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
      deriveKey(
        inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Extracts the pseudo-random key (RFC 5869 §2.2).
    public static func extract(
      inputKeyMaterial: SymmetricKey, salt: (some DataProtocol)?
    ) -> HashedAuthenticationCode<H> {
      // HMAC pads its key with zeros, so an empty key equals the salt of zeros that RFC 5869 §2.2 prescribes.
      let key = SymmetricKey(data: salt.map { Array($0) } ?? [])
      return inputKeyMaterial.withUnsafeBytes { HMAC<H>.authenticationCode(for: $0, using: key) }
    }

    /// Expands a pseudo-random key into the output key (RFC 5869 §2.3). `outputByteCount` is at most 255 times the
    /// digest's length; a greater length stops the process.
    public static func expand(
      pseudoRandomKey: some ContiguousBytes, info: (some DataProtocol)?, outputByteCount: Int
    ) -> SymmetricKey {
      precondition(outputByteCount <= 255 * H.Digest.byteCount, "the output of HKDF must have at most 255 blocks")
      if outputByteCount <= H.Digest.byteCount {
        return expandOnce(SymmetricKey(data: pseudoRandomKey), info, outputByteCount)
      }
      let start = HMAC<H>(key: SymmetricKey(data: pseudoRandomKey))
      var output: [UInt8] = []
      output.reserveCapacity(outputByteCount + H.Digest.byteCount)
      var previous: HashedAuthenticationCode<H>?
      var counter: UInt8 = 0
      while output.count < outputByteCount {
        counter += 1
        var block = start
        previous?.withUnsafeBytes { block.update(bufferPointer: $0) }
        if let info { block.update(data: info) }
        block.update(data: [counter])
        let code = block.finalize()
        code.withUnsafeBytes { output.append(contentsOf: $0) }
        previous = code
      }
      let key = output.withUnsafeBytes { SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[..<outputByteCount])) }
      Wiping.wipe(&output)
      return key
    }

    /// Computes only the first block, T(1), which is enough for a key of up to the digest's length.
    private static func expandOnce(
      _ pseudoRandomKey: SymmetricKey, _ info: (some DataProtocol)?, _ outputByteCount: Int
    ) -> SymmetricKey {
      var block: [UInt8] = []
      block.reserveCapacity((info?.count ?? 0) + 1)
      if let info { block.append(contentsOf: info) }
      block.append(1)
      return HMAC<H>.authenticationCode(for: block, using: pseudoRandomKey).withUnsafeBytes {
        SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[..<outputByteCount]))
      }
    }
  }
#endif
