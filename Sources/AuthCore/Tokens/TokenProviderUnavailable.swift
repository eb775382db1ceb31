/// The error of a source that cannot be asked right now. A source that was asked and failed throws another error.
public struct TokenProviderUnavailable: Error, Sendable {
  /// Why, without secrets.
  public let reason: String
  /// Why, without secrets.
  public init(_ reason: String) { self.reason = reason }
}
