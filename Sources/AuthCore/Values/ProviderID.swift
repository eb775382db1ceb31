/// The name of a provider instance in the configuration, such as `turnkey` or `old`.
public struct ProviderID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the configuration.
  public let rawValue: String
  /// Creates an id from the name in the configuration.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an id from the name in the configuration.
  public init(_ name: String) { rawValue = name }
  /// Creates an id from the name in the configuration.
  public init(stringLiteral value: String) { rawValue = value }
  /// The raw value.
  public var description: String { rawValue }
}
