import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A digest of 32 bytes that the caller has computed and that is signed without further hashing.
struct ReadyDigest: Digest {
  static let byteCount = 32
  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
