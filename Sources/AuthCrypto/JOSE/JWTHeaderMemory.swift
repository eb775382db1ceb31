import AuthCore

/// A cache of the headers of tokens with a valid signature. An issuer's tokens have the same few headers, byte for
/// byte, so a header in the cache need not be parsed and checked again.
///
/// Only the header of a token with a valid signature is added, so that only a holder of a signing key can evict other
/// headers.
final class JWTHeaderMemory: Sendable {
  private struct Entry {
    let encoded: [UInt8]
    let header: JWSHeader

    /// Whether this is the entry of a header with the given encoding. `ConstantTime` compares many bytes at a time.
    func has(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
      encoded.withUnsafeBytes { ConstantTime.equal($0, UnsafeRawBufferPointer(other)) }
    }
  }

  /// The maximum number of headers: enough for the headers of two keys, as during a key rotation, and for two more
  /// headers.
  private static let limit = 4

  private let entries = Locked<[Entry]>([])

  /// Returns the cached header with this encoding, or nil.
  func header(_ encoded: UnsafeBufferPointer<UInt8>) -> JWSHeader? {
    entries.withLock { entries in
      for index in entries.indices where entries[index].has(encoded) { return entries[index].header }
      return nil
    }
  }

  /// Adds a header, unless the cache contains it. A full cache drops the header that was added first.
  func remember(_ header: JWSHeader, _ encoded: UnsafeBufferPointer<UInt8>) {
    entries.withLock { entries in
      guard !entries.contains(where: { $0.has(encoded) }) else { return }
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(Entry(encoded: Array(encoded), header: header))
    }
  }
}
