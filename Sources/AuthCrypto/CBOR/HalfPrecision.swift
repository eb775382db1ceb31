/// The conversion of CBOR's 16-bit floating-point numbers. Swift's `Float16` does not exist on every system.
enum HalfPrecision {
  /// Returns the bits of `value`; nil if 16 bits cannot represent `value` exactly. NaN becomes 7E00 (RFC 8949 §4.2.2).
  static func bits(of value: Double) -> UInt16? {
    if value.isNaN { return 0x7E00 }
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    if value.isInfinite { return sign | 0x7C00 }
    if value.isZero { return sign }
    let magnitude = value.magnitude
    let exponent = Int(magnitude.exponent)
    guard (-24...15).contains(exponent) else { return nil }
    // Numbers below 2^-14 are multiples of 2^-24. In larger numbers, 10 bits follow the most significant bit.
    let unit = Double(sign: .plus, exponent: max(exponent, -14) - 10, significand: 1)
    guard let digits = UInt16(exactly: magnitude / unit) else { return nil }
    return exponent < -14 ? sign | digits : sign | UInt16(exponent + 15) << 10 | digits & 0x03FF
  }

  /// Returns the number that `bits` represents.
  static func value(of bits: UInt16) -> Double {
    let digits = Double(bits & 0x03FF)
    let exponent = Int(bits >> 10 & 0x1F)
    let magnitude: Double =
      switch exponent {
      case 0: digits * 0x1p-24
      case 31: digits == 0 ? .infinity : .nan
      default: (1 + digits * 0x1p-10) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
      }
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
