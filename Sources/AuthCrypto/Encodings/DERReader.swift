/// A reader of DER (X.690). As DER requires, each length must be definite and in its shortest encoding. It must also be
/// below 2^24, which no key, signature or certificate reaches.
package struct DERReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

  /// Whether everything has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element.
  package var nextTag: UInt8? { rest.first }

  /// Reads the next element, of any type. In a tag of several bytes, the number is in base 128 (X.690 §8.1.2.4).
  ///
  /// - Throws: `CryptoError.invalidEncoding` for a truncated element, a tag number that is not in its shortest
  ///   encoding or exceeds 2^27 − 1, or a length that the reader refuses.
  package mutating func next() throws(CryptoError) -> DERElement {
    let start = rest
    guard let tag = rest.popFirst() else { throw .invalidEncoding }
    var number = 0
    if tag & 0x1F == 0x1F {
      guard rest.first != 0x80 else { throw .invalidEncoding }
      var last: UInt8
      repeat {
        guard let byte = rest.popFirst(), number < 1 << 20 else { throw .invalidEncoding }
        last = byte
        number = number << 7 | Int(byte & 0x7F)
      } while last & 0x80 != 0
      guard number >= 0x1F else { throw .invalidEncoding }
    } else {
      number = Int(tag & 0x1F)
    }
    guard let first = rest.popFirst() else { throw .invalidEncoding }
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
    return DERElement(tag: tag, number: number, content: content, bytes: start[..<content.endIndex])
  }

  /// Reads the next element, which must have this tag, and returns its content.
  package mutating func read(_ tag: UInt8) throws(CryptoError) -> ArraySlice<UInt8> {
    guard rest.first == tag else { throw .invalidEncoding }
    return try next().content
  }

  /// Reads the next element, which must have this tag, and returns a reader of its content.
  package mutating func nested(_ tag: UInt8) throws(CryptoError) -> DERReader { DERReader(try read(tag)) }

  /// Reads a non-negative INTEGER and returns its bytes without the sign byte; no bytes for zero.
  package mutating func unsignedInteger() throws(CryptoError) -> ArraySlice<UInt8> {
    let content = try read(DER.integer)
    guard let first = content.first, first < 0x80 else { throw .invalidEncoding }
    guard first == 0 else { return content }
    if content.count > 1, content[content.startIndex + 1] < 0x80 { throw .invalidEncoding }
    return content.dropFirst()
  }

  /// Reads a BIT STRING of whole bytes.
  package mutating func bitString() throws(CryptoError) -> ArraySlice<UInt8> {
    let content = try read(DER.bitString)
    guard content.first == 0 else { throw .invalidEncoding }
    return content.dropFirst()
  }

  /// Throws unless everything has been read.
  package func end() throws(CryptoError) {
    guard isAtEnd else { throw .invalidEncoding }
  }
}
