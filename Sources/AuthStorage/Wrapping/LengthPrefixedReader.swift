import AuthCore

/// Reads a list of length-prefixed values.
package struct LengthPrefixedReader {
  /// The unread bytes.
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

  /// The next bytes; nil when the list ends within them.
  package mutating func bytes() -> [UInt8]? {
    let length = Int(LengthPrefixed.number(rest.prefix(4), as: UInt32.self))
    guard rest.count - 4 >= length else { return nil }
    rest = rest.dropFirst(4)
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }

  /// The next text; nil when the list ends within it or it is not UTF-8.
  package mutating func text() -> String? { bytes().flatMap { String(strictUTF8: $0) } }
}
