/// The error of a source that cannot be used now. A source that was used and failed throws another error.
public struct TokenProviderUnavailable: Error, Sendable {
  /// The reason, without secrets.
  public let reason: String
  /// Creates an error with a reason, which must not contain secrets.
  public init(_ reason: String) { self.reason = reason }
}
