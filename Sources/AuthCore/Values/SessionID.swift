/// The identity of one stored session.
public struct SessionID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Opaque; letters, digits, `-` and `_`.
  public let rawValue: String
  /// An identity as it was stored.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An identity as it was stored.
  public init(_ text: String) { rawValue = text }
  /// The text.
  public var description: String { rawValue }
}
