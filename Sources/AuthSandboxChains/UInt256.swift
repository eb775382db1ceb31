/// An unsigned integer of 256 bits, as four words: `w0` is the least significant one.
package struct UInt256: Sendable, Hashable, Comparable {
  private var w0: UInt64
  private var w1: UInt64
  private var w2: UInt64
  private var w3: UInt64

  static let zero = UInt256(0, 0, 0, 0)
  static let one = UInt256(0, 0, 0, 1)

  /// Creates a number from its words, the most significant first, in the order of hexadecimal constants.
  init(_ w3: UInt64, _ w2: UInt64, _ w1: UInt64, _ w0: UInt64) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
    self.w3 = w3
  }

  /// Reads a number from at most 32 big-endian bytes; nil if there are more.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= 32 else { return nil }
    self = .zero
    for (index, byte) in bytes.reversed().enumerated() { self[index / 8] |= UInt64(byte) << (8 * (index % 8)) }
  }

  /// The number as 32 big-endian bytes.
  package var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: self[3 - $0 / 8] >> (56 - 8 * ($0 % 8))) }
  }

  var isZero: Bool { w0 | w1 | w2 | w3 == 0 }
  var isOdd: Bool { w0 & 1 == 1 }

  func bit(_ index: Int) -> Bool { self[index / 64] >> (index % 64) & 1 == 1 }

  subscript(index: Int) -> UInt64 {
    get {
      switch index {
      case 0: w0
      case 1: w1
      case 2: w2
      default: w3
      }
    }
    set {
      switch index {
      case 0: w0 = newValue
      case 1: w1 = newValue
      case 2: w2 = newValue
      default: w3 = newValue
      }
    }
  }

  package static func < (left: UInt256, right: UInt256) -> Bool {
    (left.w3, left.w2, left.w1, left.w0) < (right.w3, right.w2, right.w1, right.w0)
  }

  func adding(_ other: UInt256) -> (sum: UInt256, carry: Bool) {
    var sum = UInt256.zero
    var carry = false
    for index in 0..<4 {
      let first = self[index].addingReportingOverflow(other[index])
      let second = first.partialValue.addingReportingOverflow(carry ? 1 : 0)
      sum[index] = second.partialValue
      carry = first.overflow || second.overflow
    }
    return (sum, carry)
  }

  func subtracting(_ other: UInt256) -> (difference: UInt256, borrow: Bool) {
    var difference = UInt256.zero
    var borrow = false
    for index in 0..<4 {
      let first = self[index].subtractingReportingOverflow(other[index])
      let second = first.partialValue.subtractingReportingOverflow(borrow ? 1 : 0)
      difference[index] = second.partialValue
      borrow = first.overflow || second.overflow
    }
    return (difference, borrow)
  }

  /// Returns the two halves of the product, computed column by column.
  func multiplied(by other: UInt256) -> (high: UInt256, low: UInt256) {
    var (high, low) = (UInt256.zero, UInt256.zero)
    var (sum, carry, overflow): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for column in 0..<8 {
      for index in 0..<4 where (0..<4).contains(column - index) {
        let product = self[index].multipliedFullWidth(by: other[column - index])
        let first = sum.addingReportingOverflow(product.low)
        sum = first.partialValue
        let second = carry.addingReportingOverflow(product.high)
        let third = second.partialValue.addingReportingOverflow(first.overflow ? 1 : 0)
        carry = third.partialValue
        overflow += (second.overflow ? 1 : 0) + (third.overflow ? 1 : 0)
      }
      if column < 4 { low[column] = sum } else { high[column - 4] = sum }
      (sum, carry, overflow) = (carry, overflow, 0)
    }
    return (high, low)
  }
}
