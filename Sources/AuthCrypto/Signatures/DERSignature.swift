/// Functions that write an ECDSA signature in DER (RFC 3279 §2.2.3). They write it in one pass, because every
/// verification needs the DER form.
package enum DERSignature {
  /// Enough bytes for any signature: two integers of 67 bytes, their headers, and the header of the sequence.
  package static let capacity = 144

  /// Returns `number` without its leading zeros, except one zero if the number is zero.
  static func digits(of number: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let digits = number.drop { $0 == 0 }
    return digits.isEmpty ? number.suffix(1) : digits
  }

  /// Writes the SEQUENCE of `r` and `s`, which have no leading zeros, and returns its length.
  static func write(
    _ r: Slice<UnsafeBufferPointer<UInt8>>, _ s: Slice<UnsafeBufferPointer<UInt8>>,
    into der: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let content = length(r) + length(s)
    var index = 0
    func put(_ byte: UInt8) {
      der[index] = byte
      index += 1
    }
    put(DER.sequence)
    if content >= 0x80 { put(0x81) }
    put(UInt8(content))
    for number in [r, s] {
      put(DER.integer)
      put(UInt8(length(number) - 2))
      if needsSign(number) { put(0) }
      for byte in number { put(byte) }
    }
    return index
  }

  private static func needsSign(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { (number.first ?? 0) >= 0x80 }

  private static func length(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    number.count + (needsSign(number) ? 3 : 2)
  }
}
