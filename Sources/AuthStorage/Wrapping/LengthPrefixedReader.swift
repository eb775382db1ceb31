import AuthCore

/// Reads a list of length-prefixed values.
package struct LengthPrefixedReader {
  /// The bytes that were not read yet.
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

  /// Reads the next bytes; returns nil if the input is truncated.
  package mutating func bytes() -> [UInt8]? {
    let length = Int(LengthPrefixed.number(rest.prefix(4), as: UInt32.self))
    guard rest.count - 4 >= length else { return nil }
    rest = rest.dropFirst(4)
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }

  /// Reads the next text; returns nil if the input is truncated or the text is not valid UTF-8.
  package mutating func text() -> String? { bytes().flatMap { String(strictUTF8: $0) } }
}
