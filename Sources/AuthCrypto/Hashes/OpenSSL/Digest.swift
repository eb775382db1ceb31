#if canImport(COpenSSL)
  import AuthCore
  public import FoundationEssentials

  /// The result of a hash function: CryptoKit's protocol. Compares in constant time.
  public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
  where Element == UInt8 {
    /// The length in bytes.
    static var byteCount: Int { get }
  }

  extension Digest {
    /// The bytes, in order.
    public func makeIterator() -> IndexingIterator<[UInt8]> {
      withUnsafeBytes { Array($0) }.makeIterator()
    }

    /// The length, so that an array of the bytes is allocated once.
    public var underestimatedCount: Int { Self.byteCount }

    /// Equal bytes.
    public static func == (left: Self, right: Self) -> Bool {
      left.withUnsafeBytes { first in right.withUnsafeBytes { second in ConstantTime.equal(first, second) } }
    }

    /// Equal bytes.
    public static func == (left: Self, right: some DataProtocol) -> Bool {
      left.withUnsafeBytes { first in right.withContiguousBytes { second in ConstantTime.equal(first, second) } }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
      withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// `SHA256 digest: 00ff…`
    public var description: String {
      "\(Self.self): \(Hex.encode(self))"
    }
  }

  /// Up to 64 bytes in place: a digest costs no allocation.
  struct DigestBytes: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The first `count` bytes.
    func withBytes<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try Swift.withUnsafeBytes(of: words) { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    mutating func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
      Swift.withUnsafeMutableBytes(of: &words) { body($0) }
    }
  }
#endif
