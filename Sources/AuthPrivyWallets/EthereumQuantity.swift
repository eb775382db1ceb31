public import AuthCore

/// A number of at most 256 bits that is not negative, such as an amount in wei.
///
/// A whole number literal of 64 bits is a quantity. For larger amounts, use the hexadecimal digits or the bytes of a
/// number library.
public struct EthereumQuantity: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The hexadecimal digits after `0x`, in lower case and without leading zeros; `0x0` for zero.
  public let text: String

  /// Creates a quantity of 64 bits.
  public init(_ value: UInt64) { text = "0x" + String(value, radix: 16) }

  /// Creates a quantity of 64 bits from a literal.
  public init(integerLiteral value: UInt64) { self.init(value) }

  /// Creates a quantity from its big-endian bytes.
  ///
  /// - Throws: `invalid_request` if the number needs more than 256 bits.
  public init(bigEndian bytes: [UInt8]) throws(AuthError) {
    let digits = Hex.encode(bytes).drop { $0 == "0" }
    guard digits.count <= 64 else {
      throw AuthError(.invalidRequest, "An Ethereum quantity has at most 256 bits. Check the number.")
    }
    text = "0x" + (digits.isEmpty ? "0" : digits)
  }

  /// Reads hexadecimal digits after `0x`.
  ///
  /// - Throws: `invalid_request` for another text, and if the number needs more than 256 bits.
  public init(hexadecimal text: String) throws(AuthError) {
    let digits = String(text.dropFirst(2))
    guard text.hasPrefix("0x"), !digits.isEmpty,
      let bytes = Hex.decode(digits.count.isMultiple(of: 2) ? digits : "0" + digits)
    else {
      throw AuthError(.invalidRequest, "An Ethereum quantity is written as 0x and hexadecimal digits. Check the text.")
    }
    try self.init(bigEndian: bytes)
  }
}
