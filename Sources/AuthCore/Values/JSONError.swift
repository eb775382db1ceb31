/// Why a text is no acceptable JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words. Never holds any of the text.
  public let reason: String
  /// The byte at which it was seen.
  public let offset: Int

  /// "duplicate member at byte 17".
  public var description: String { "\(reason) at byte \(offset)" }
}
