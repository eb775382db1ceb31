/// A source that cannot be asked at all right now, as opposed to one that was asked and failed.
public struct TokenProviderUnavailable: Error, Sendable {
  /// Why, without secrets.
  public let reason: String
  /// Why, without secrets.
  public init(_ reason: String) { self.reason = reason }
}
