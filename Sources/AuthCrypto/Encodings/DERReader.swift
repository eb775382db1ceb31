/// Reads DER (X.690): definite, shortest lengths, one-byte tags, nothing left over. What BER allows beyond is refused.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element.
  var nextTag: UInt8? { rest.first }

  /// The content of the next element, which has to have this tag.
  mutating func read(_ tag: UInt8) throws(CryptoError) -> ArraySlice<UInt8> {
    guard rest.popFirst() == tag, let first = rest.popFirst() else { throw .invalidEncoding }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...3).contains(count), rest.count >= count, rest.first != 0 else { throw .invalidEncoding }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest.removeFirst(count)
      guard length >= 0x80 else { throw .invalidEncoding }
    }
    guard rest.count >= length else { throw .invalidEncoding }
    let content = rest.prefix(length)
    rest.removeFirst(length)
    return content
  }

  /// A reader of the next element's content.
  mutating func nested(_ tag: UInt8) throws(CryptoError) -> DERReader { DERReader(try read(tag)) }

  /// A non-negative INTEGER without its sign byte; zero is empty.
  mutating func unsignedInteger() throws(CryptoError) -> ArraySlice<UInt8> {
    let content = try read(DER.integer)
    guard let first = content.first, first < 0x80 else { throw .invalidEncoding }
    guard first == 0 else { return content }
    if content.count > 1, content[content.startIndex + 1] < 0x80 { throw .invalidEncoding }
    return content.dropFirst()
  }

  /// A BIT STRING of whole bytes.
  mutating func bitString() throws(CryptoError) -> ArraySlice<UInt8> {
    let content = try read(DER.bitString)
    guard content.first == 0 else { throw .invalidEncoding }
    return content.dropFirst()
  }

  /// Throws unless everything was read.
  func end() throws(CryptoError) {
    guard isAtEnd else { throw .invalidEncoding }
  }
}
