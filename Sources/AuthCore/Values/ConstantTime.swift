/// Comparisons whose time depends only on the lengths, and so reveals nothing about secret content.
public enum ConstantTime {
  /// Returns whether both buffers contain the same bytes.
  public static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<left.count { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// Returns whether both arrays contain the same bytes.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { first in right.withUnsafeBytes { second in equal(first, second) } }
  }

  /// Returns whether both strings have the same UTF-8.
  public static func equal(_ left: String, _ right: String) -> Bool {
    equal(Array(left.utf8), Array(right.utf8))
  }
}
