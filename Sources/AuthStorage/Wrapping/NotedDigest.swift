import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The digest of a file in a note of `StateAnchoring`. A note contains the digest of the current file and, while the
/// file is being replaced, that of the next one.
enum NotedDigest {
  private static let size = 32

  /// Returns the digest of a file's content; zeros for a file that does not exist.
  static func of(_ bytes: UnsafeRawBufferPointer?) -> [UInt8] {
    bytes.map { Array(SHA256.hash(data: $0)) } ?? [UInt8](repeating: 0, count: size)
  }

  /// Returns the digest of a file's content; zeros for a file that does not exist.
  static func of(_ bytes: [UInt8]?) -> [UInt8] {
    guard let bytes else { return of(UnsafeRawBufferPointer?.none) }
    return bytes.withUnsafeBytes { of($0) }
  }

  /// Whether a note contains a digest.
  static func isListed(_ digest: [UInt8], in note: [UInt8]) -> Bool {
    stride(from: 0, to: note.count, by: size).contains { note[$0...].starts(with: digest) }
  }
}
