#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  import COpenSSL

  /// HMAC with one key for many messages: the key's block is hashed only once (RFC 2104 §4).
  ///
  /// `@unchecked Sendable`: the contexts with the key are only copied, and only one caller at a time uses a copy.
  final class PreparedCode: @unchecked Sendable {
    private let inner: OpaquePointer?
    private let outer: OpaquePointer?
    private let byteCount: Int
    private let spare = Locked<Spare?>(nil)

    /// A context that is not in use. `@unchecked Sendable`: only one caller at a time uses the context.
    private struct Spare: @unchecked Sendable {
      let context: OpaquePointer?
    }

    /// Prepares HMAC with `key` for `algorithm`; nil if `algorithm` is not an HMAC algorithm.
    init?(_ key: SymmetricKey, _ algorithm: JWSAlgorithm) {
      let (digest, blockByteCount, byteCount): (DigestAlgorithm, Int, Int)
      switch algorithm {
      case .hs256: (digest, blockByteCount, byteCount) = (.sha256, SHA256.blockByteCount, SHA256.byteCount)
      case .hs384: (digest, blockByteCount, byteCount) = (.sha384, SHA384.blockByteCount, SHA384.byteCount)
      case .hs512: (digest, blockByteCount, byteCount) = (.sha512, SHA512.blockByteCount, SHA512.byteCount)
      default: return nil
      }
      self.byteCount = byteCount
      var block = [UInt8](repeating: 0, count: blockByteCount)
      key.withUnsafeBytes { bytes in
        if bytes.count > blockByteCount {
          digest.hash(bytes).withBytes(byteCount) { for (index, byte) in $0.enumerated() { block[index] = byte } }
        } else {
          for (index, byte) in bytes.enumerated() { block[index] = byte }
        }
      }
      inner = Self.context(digest, &block, 0x36)
      outer = Self.context(digest, &block, 0x36 ^ 0x5C)
      Wiping.wipe(&block)
    }

    deinit {
      EVP_MD_CTX_free(inner)
      EVP_MD_CTX_free(outer)
      EVP_MD_CTX_free(spare.withLock { $0 }?.context)
    }

    /// Returns whether `code` is the authentication code of `message`. The comparison takes constant time.
    func isValid(_ code: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>) -> Bool {
      let context = spare.withLock { spare in
        defer { spare = nil }
        return spare
      }
      let scratch = context ?? Spare(context: EVP_MD_CTX_new())
      let digest = Self.digest(of: UnsafeRawBufferPointer(message), from: inner, in: scratch.context)
      let found = digest.withBytes(byteCount) { Self.digest(of: $0, from: outer, in: scratch.context) }
      let unneeded = spare.withLock { spare -> Spare? in
        guard spare == nil else { return scratch }
        spare = scratch
        return nil
      }
      EVP_MD_CTX_free(unneeded?.context)
      return found.withBytes(byteCount) { ConstantTime.equal(UnsafeRawBufferPointer(code), $0) }
    }

    /// Returns a context that has hashed `block` XOR `padding`, and leaves the result of the XOR in `block`.
    private static func context(_ digest: DigestAlgorithm, _ block: inout [UInt8], _ padding: UInt8) -> OpaquePointer? {
      for index in block.indices { block[index] ^= padding }
      let context = EVP_MD_CTX_new()
      let isReady =
        EVP_DigestInit_ex(context, digest.pointer, nil) == 1 && EVP_DigestUpdate(context, block, block.count) == 1
      precondition(isReady, "OpenSSL could not compute a hash, probably because memory is exhausted")
      return context
    }

    private static func digest(
      of bytes: UnsafeRawBufferPointer, from prepared: OpaquePointer?, in scratch: OpaquePointer?
    ) -> DigestBytes {
      var result = DigestBytes()
      let isDone = result.withMutableBytes {
        EVP_MD_CTX_copy_ex(scratch, prepared) == 1 && EVP_DigestUpdate(scratch, bytes.baseAddress, bytes.count) == 1
          && EVP_DigestFinal_ex(scratch, $0.bindMemory(to: UInt8.self).baseAddress, nil) == 1
      }
      // Hashing fails only if memory is exhausted. The process must then stop, because a wrong code must not be
      // returned.
      precondition(isDone, "OpenSSL could not compute a hash, probably because memory is exhausted")
      return result
    }
  }
#endif
