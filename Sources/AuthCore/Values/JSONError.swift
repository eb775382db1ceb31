/// Why a string is not valid JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault, in words. It contains no part of the text, which can contain secrets.
  public let reason: String
  /// The offset of the byte where the fault was found.
  public let offset: Int

  /// The reason and the offset, such as "duplicate member at byte 17".
  public var description: String { "\(reason) at byte \(offset)" }
}
