#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// HMAC (RFC 2104) over a hash function.
  public struct HMAC<H: HashFunction>: Sendable {
    /// The type of the key.
    public typealias Key = SymmetricKey
    /// The type of the authentication code.
    public typealias MAC = HashedAuthenticationCode<H>

    private var inner: H
    private var outer: H

    /// Starts a computation with `key`.
    public init(key: SymmetricKey) {
      inner = H()
      outer = H()
      var block = [UInt8](repeating: 0, count: H.blockByteCount)
      key.withUnsafeBytes { bytes in
        if bytes.count > H.blockByteCount {
          for (index, byte) in H.hash(bufferPointer: bytes).enumerated() { block[index] = byte }
        } else {
          for (index, byte) in bytes.enumerated() { block[index] = byte }
        }
      }
      for index in block.indices { block[index] ^= 0x36 }
      block.withUnsafeBytes { inner.update(bufferPointer: $0) }
      for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
      block.withUnsafeBytes { outer.update(bufferPointer: $0) }
      Wiping.wipe(&block)
    }

    /// Adds `data` to the authenticated data.
    public mutating func update(data: some DataProtocol) { inner.update(data: data) }

    /// Adds these bytes to the authenticated data.
    mutating func update(bufferPointer: UnsafeRawBufferPointer) { inner.update(bufferPointer: bufferPointer) }

    /// Returns the authentication code of all added data.
    public func finalize() -> MAC {
      var last = outer
      inner.finalize().withUnsafeBytes { last.update(bufferPointer: $0) }
      return MAC(digest: last.finalize())
    }

    /// Computes the authentication code of `data` with `key`.
    public static func authenticationCode(for data: some DataProtocol, using key: SymmetricKey) -> MAC {
      data.withContiguousBytes { data in
        guard data.count <= shortMessage else {
          var computation = HMAC(key: key)
          computation.update(bufferPointer: data)
          return computation.finalize()
        }
        return authenticationCode(forShort: data, using: key)
      }
    }

    /// The length in bytes of the largest message that is copied into temporary memory, after the key's block, and
    /// hashed together with the block in one step.
    private static var shortMessage: Int { 4096 }

    /// Computes the code with exactly two hashes (RFC 2104 §2): H(K ⊕ opad, H(K ⊕ ipad, text)).
    private static func authenticationCode(forShort data: UnsafeRawBufferPointer, using key: SymmetricKey) -> MAC {
      let block = H.blockByteCount
      let room = block + max(data.count, H.Digest.byteCount)
      return withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { buffer in
        defer { Wiping.wipe(buffer) }
        key.withUnsafeBytes { bytes in
          if bytes.count > block {
            H.hash(bufferPointer: bytes).withUnsafeBytes { buffer.pad($0, to: block) }
          } else {
            buffer.pad(bytes, to: block)
          }
        }
        for index in 0..<block { buffer[index] ^= 0x36 }
        UnsafeMutableRawBufferPointer(rebasing: buffer[block...]).copyMemory(from: data)
        let inner = H.hash(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<(block + data.count)]))
        for index in 0..<block { buffer[index] ^= 0x36 ^ 0x5C }
        inner.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[block...]).copyMemory(from: $0) }
        let outer = UnsafeRawBufferPointer(rebasing: buffer[..<(block + H.Digest.byteCount)])
        return MAC(digest: H.hash(bufferPointer: outer))
      }
    }

    /// Returns whether `code` is the authentication code of `data` with `key`. The comparison takes constant time.
    public static func isValidAuthenticationCode(
      _ code: some ContiguousBytes, authenticating data: some DataProtocol, using key: SymmetricKey
    ) -> Bool {
      let expected = authenticationCode(for: data, using: key)
      return code.withUnsafeBytes { given in
        expected.withUnsafeBytes { ConstantTime.equal(given, $0) }
      }
    }
  }

  /// An authentication code of HMAC. Comparisons take constant time.
  public struct HashedAuthenticationCode<H: HashFunction>: Hashable, ContiguousBytes, Sequence, Sendable,
    CustomStringConvertible
  {
    let digest: H.Digest

    /// The length in bytes.
    public var byteCount: Int { H.Digest.byteCount }
    /// The length in bytes, so that an array of the bytes is allocated once.
    public var underestimatedCount: Int { H.Digest.byteCount }

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try digest.withUnsafeBytes(body)
    }

    /// Returns an iterator over the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { withUnsafeBytes { Array($0) }.makeIterator() }

    /// Returns whether the codes are equal. The comparison takes constant time.
    public static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    /// Returns whether the code has the same bytes as `right`. The comparison takes constant time.
    public static func == (left: Self, right: some DataProtocol) -> Bool { left.digest == right }

    /// Adds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) { digest.hash(into: &hasher) }

    /// The name of the algorithm. The code itself can be a secret, so the description does not contain it.
    public var description: String { "HMAC with \(H.self)" }
  }

  extension UnsafeMutableRawBufferPointer {
    /// Writes `bytes` at the beginning, and zeros after them up to `count`.
    fileprivate func pad(_ bytes: UnsafeRawBufferPointer, to count: Int) {
      copyMemory(from: bytes)
      for index in bytes.count..<count { self[index] = 0 }
    }
  }
#endif
