package import AuthCore

extension UInt256 {
  /// Reads a number in hexadecimal after `0x`, or in decimal; nil if the text is neither, or the number needs more than
  /// 256 bits.
  package init?(_ text: String) {
    if text.hasPrefix("0x") {
      let digits = String(text.dropFirst(2))
      guard !digits.isEmpty, let bytes = Hex.decode(digits.count.isMultiple(of: 2) ? digits : "0" + digits) else {
        return nil
      }
      self.init(Array(bytes.drop { $0 == 0 }))
      return
    }
    guard !text.isEmpty else { return nil }
    var number = UInt256.zero
    for digit in text.utf8 {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (high, low) = number.multiplied(by: UInt256(0, 0, 0, 10))
      let (sum, carry) = low.adding(UInt256(0, 0, 0, UInt64(digit - 0x30)))
      guard high.isZero, !carry else { return nil }
      number = sum
    }
    self = number
  }

  /// Reads a JSON number, or a string as `init(_:)` does; nil for a negative number.
  package init?(_ value: JSONValue) {
    if let number = value.integerValue {
      guard number >= 0 else { return nil }
      self.init(0, 0, 0, UInt64(number))
    } else {
      guard let text = value.stringValue else { return nil }
      self.init(text)
    }
  }

  /// The number in 64 bits; nil if it needs more.
  package var word: UInt64? { bytes.prefix(24).allSatisfy { $0 == 0 } ? self[0] : nil }

  /// The two's complement of the number.
  var negated: UInt256 { UInt256.zero.subtracting(self).difference }
}
