/// A serialised Solana transaction, parsed only as far as signing requires: the signatures, and the accounts at the
/// beginning of the message, in the legacy format or version 0.
package struct SolanaTransaction: Sendable {
  private static let signatureLength = 64
  private static let keyLength = 32

  private var signatures: [[UInt8]]
  private let message: [UInt8]
  /// The accounts whose signatures the message needs.
  private let signers: [[UInt8]]

  /// Parses a transaction; nil for bytes that do not have this form.
  package init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let count = Self.count(&rest), rest.count >= count * Self.signatureLength else { return nil }
    signatures = (0..<count).map { index in
      Array(rest.dropFirst(index * Self.signatureLength).prefix(Self.signatureLength))
    }
    rest = rest.dropFirst(count * Self.signatureLength)
    message = Array(rest)
    // A version 0 message begins with a byte whose highest bit is set.
    if let first = rest.first, first >= 0x80 {
      guard first == 0x80 else { return nil }
      rest = rest.dropFirst()
    }
    guard let needed = rest.first, rest.count > 3 else { return nil }
    rest = rest.dropFirst(3)
    guard needed > 0, Int(needed) == count, let keys = Self.count(&rest), keys >= count,
      rest.count >= keys * Self.keyLength
    else { return nil }
    signers = (0..<count).map { index in Array(rest.dropFirst(index * Self.keyLength).prefix(Self.keyLength)) }
  }

  /// The transaction with the signature of a key, and the first signature, which identifies the transaction; nil if the
  /// message does not need the signature of this key.
  package func signed(by key: ChainKey) -> (bytes: [UInt8], id: [UInt8])? {
    guard let index = signers.firstIndex(of: key.publicKey), let parts = key.sign(message) else { return nil }
    var signatures = signatures
    signatures[index] = parts.r + parts.s
    return (Self.encoded(signatures.count) + signatures.flatMap(\.self) + message, signatures[0])
  }

  /// Whether every signature is present. A missing one is 64 zeros.
  package static func isComplete(_ bytes: [UInt8]) -> Bool {
    guard let transaction = SolanaTransaction(bytes) else { return false }
    return transaction.signatures.allSatisfy { $0.contains { $0 != 0 } }
  }

  /// Reads a compact-u16: seven bits a byte, the lowest first.
  private static func count(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for index in 0..<3 {
      guard let byte = rest.popFirst() else { return nil }
      number |= Int(byte & 0x7F) << (7 * index)
      if byte < 0x80 { return number <= Int(UInt16.max) ? number : nil }
    }
    return nil
  }

  private static func encoded(_ count: Int) -> [UInt8] {
    var (bytes, rest): ([UInt8], Int) = ([], count)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
