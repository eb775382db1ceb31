#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// The result of a hash function, as in CryptoKit. Comparisons take constant time.
  public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
  where Element == UInt8 {
    /// The length of a digest in bytes.
    static var byteCount: Int { get }
  }

  extension Digest {
    /// Returns an iterator over the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> {
      withUnsafeBytes { Array($0) }.makeIterator()
    }

    /// The length in bytes, so that an array of the bytes is allocated once.
    public var underestimatedCount: Int { Self.byteCount }

    /// Returns whether the digests have the same bytes. The comparison takes constant time.
    public static func == (left: Self, right: Self) -> Bool {
      left.withUnsafeBytes { first in right.withUnsafeBytes { second in ConstantTime.equal(first, second) } }
    }

    /// Returns whether the digest has the same bytes as `right`. The comparison takes constant time.
    public static func == (left: Self, right: some DataProtocol) -> Bool {
      left.withUnsafeBytes { first in right.withContiguousBytes { second in ConstantTime.equal(first, second) } }
    }

    /// Adds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
      withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The type and the bytes in hexadecimal: `SHA256Digest: 00ff…`
    public var description: String {
      "\(Self.self): \(Hex.encode(self))"
    }
  }

  /// Up to 64 bytes, stored inline, so that a digest needs no allocation.
  struct DigestBytes: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// Passes the first `count` bytes to `body`.
    func withBytes<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try Swift.withUnsafeBytes(of: words) { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    mutating func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
      Swift.withUnsafeMutableBytes(of: &words) { body($0) }
    }
  }
#endif
