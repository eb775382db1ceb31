import AuthCore

/// The headers of tokens that a verifier has accepted: whoever signs many tokens writes the same few headers, byte for
/// byte, and what was read and found good once need not be read again.
///
/// Only the header of a token whose signature verified comes in, so that only a holder of a key can push others out.
final class JWTHeaderMemory: Sendable {
  private struct Entry {
    let encoded: [UInt8]
    let header: JWSHeader
  }

  /// A key, the one that comes after it, and as many again.
  private static let limit = 4

  private let entries = Locked<[Entry]>([])

  /// The header that was read from this text.
  func header(_ encoded: UnsafeBufferPointer<UInt8>) -> JWSHeader? {
    entries.withLock { entries in
      for index in entries.indices where entries[index].encoded.elementsEqual(encoded) { return entries[index].header }
      return nil
    }
  }

  /// Remembers a header; the oldest one is forgotten.
  func remember(_ header: JWSHeader, _ encoded: UnsafeBufferPointer<UInt8>) {
    let entry = Entry(encoded: Array(encoded), header: header)
    entries.withLock { entries in
      // Another thread may have read the same.
      guard !entries.contains(where: { $0.encoded == entry.encoded }) else { return }
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(entry)
    }
  }
}
