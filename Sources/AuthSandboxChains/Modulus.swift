/// Arithmetic modulo a number slightly below 2^256. Products are reduced with the complement, which is 2^256 minus the
/// modulus.
struct Modulus: Sendable {
  let value: UInt256
  private let complement: UInt256

  init(_ value: UInt256) {
    self.value = value
    complement = UInt256.zero.subtracting(value).difference
  }

  func add(_ left: UInt256, _ right: UInt256) -> UInt256 {
    let (sum, carry) = left.adding(right)
    return carry || sum >= value ? sum.subtracting(value).difference : sum
  }

  func subtract(_ left: UInt256, _ right: UInt256) -> UInt256 {
    let (difference, borrow) = left.subtracting(right)
    return borrow ? difference.adding(value).sum : difference
  }

  func multiply(_ left: UInt256, _ right: UInt256) -> UInt256 {
    var (high, low) = left.multiplied(by: right)
    while !high.isZero {
      // 2^256 is congruent to the complement, so each round replaces the upper half by a smaller product.
      let (foldedHigh, foldedLow) = high.multiplied(by: complement)
      let (sum, carry) = foldedLow.adding(low)
      low = sum
      high = carry ? foldedHigh.adding(.one).sum : foldedHigh
    }
    return reduce(low)
  }

  func reduce(_ number: UInt256) -> UInt256 {
    number >= value ? number.subtracting(value).difference : number
  }

  func power(_ base: UInt256, _ exponent: UInt256) -> UInt256 {
    var result = UInt256.one
    for index in (0..<256).reversed() {
      result = multiply(result, result)
      if exponent.bit(index) { result = multiply(result, base) }
    }
    return result
  }

  /// Returns the multiplicative inverse, by Fermat's little theorem. The modulus must be prime.
  func inverse(_ number: UInt256) -> UInt256 { power(number, value.subtracting(UInt256(0, 0, 0, 2)).difference) }
}
