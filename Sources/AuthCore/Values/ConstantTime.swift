/// Comparison whose time depends on the lengths alone.
public enum ConstantTime {
  /// Whether the two hold the same bytes.
  public static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<left.count { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// Whether the two hold the same bytes.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { first in right.withUnsafeBytes { second in equal(first, second) } }
  }

  /// Whether the two hold the same UTF-8.
  public static func equal(_ left: String, _ right: String) -> Bool {
    equal(Array(left.utf8), Array(right.utf8))
  }
}
