/// The name of a provider instance in the configuration: `turnkey`, `old`.
public struct ProviderID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as the configuration has it.
  public let rawValue: String
  /// A name as the configuration has it.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A name as the configuration has it.
  public init(_ name: String) { rawValue = name }
  /// A name as the configuration has it.
  public init(stringLiteral value: String) { rawValue = value }
  /// The raw value.
  public var description: String { rawValue }
}
