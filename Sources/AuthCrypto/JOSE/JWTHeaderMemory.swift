import AuthCore

/// A cache of the headers of accepted tokens: an issuer writes the same few headers, byte for byte, so an accepted
/// header need not be parsed again.
///
/// Only the header of a verified token is added, so that only a holder of a key can evict others.
final class JWTHeaderMemory: Sendable {
  private struct Entry {
    let encoded: [UInt8]
    let header: JWSHeader
  }

  /// Enough for the headers of two keys, during a key rotation, and for two more.
  private static let limit = 4

  private let entries = Locked<[Entry]>([])

  /// The cached header with this encoding, or nil.
  func header(_ encoded: UnsafeBufferPointer<UInt8>) -> JWSHeader? {
    entries.withLock { entries in
      for index in entries.indices where entries[index].encoded.elementsEqual(encoded) { return entries[index].header }
      return nil
    }
  }

  /// Adds a header. A full cache drops its oldest one.
  func remember(_ header: JWSHeader, _ encoded: UnsafeBufferPointer<UInt8>) {
    let entry = Entry(encoded: Array(encoded), header: header)
    entries.withLock { entries in
      // Another thread may have added the same header.
      guard !entries.contains(where: { $0.encoded == entry.encoded }) else { return }
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(entry)
    }
  }
}
