/// The error of a token source that cannot be used now, or that has only the token that was refused. A source that was
/// used and failed throws another error.
public struct TokenProviderUnavailable: Error, Sendable {
  /// The reason as a clause without a full stop and without secrets: "the file /run/jwt cannot be read".
  public let reason: String
  /// Creates an error with a reason, which must not contain secrets.
  public init(_ reason: String) { self.reason = reason }
}
