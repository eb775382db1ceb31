/// The id of one stored session.
public struct SessionID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Opaque; letters, digits, `-` and `_`.
  public let rawValue: String
  /// Creates an id from its stored text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an id from its stored text.
  public init(_ text: String) { rawValue = text }
  /// The raw value.
  public var description: String { rawValue }
}
