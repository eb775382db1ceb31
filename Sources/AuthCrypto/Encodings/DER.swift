/// The DER tags in keys and signatures, and functions that write DER elements (X.690).
enum DER {
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let sequence: UInt8 = 0x30

  /// Returns the constructed context-specific tag `[number]`.
  static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

  /// Returns an element: its tag, its length and its content.
  static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  /// Returns a SEQUENCE of these elements.
  static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(sequence, elements.flatMap { $0 })
  }

  /// Returns the INTEGER of an unsigned big-endian number.
  static func unsignedInteger(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    guard let first = digits.first else { return [integer, 1, 0] }
    return element(integer, first < 0x80 ? Array(digits) : [0] + digits)
  }

  /// Returns a BIT STRING of whole bytes.
  static func bitString(_ bytes: some Collection<UInt8>) -> [UInt8] { element(bitString, [0] + bytes) }

  private static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    var digits: [UInt8] = []
    var rest = count
    while rest > 0 {
      digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
