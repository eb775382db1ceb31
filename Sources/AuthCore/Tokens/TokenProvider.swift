/// A source of tokens that this package does not issue: the app's own identity system, or the app's backend.
public protocol TokenProvider: Sendable {
  /// Returns the current token for `request`; nil if no user is signed in at the source.
  ///
  /// - Throws: `TokenProviderUnavailable` if the source cannot be used now, or if its only token is `request.rejected`;
  ///   a chain then uses the next source. Any other error means that the source was used and failed.
  func token(for request: TokenRequest) async throws -> Secret?
  /// Whether the provider has a source that can return a token, now or later; true by default. If false, a flow can
  /// report the missing configuration without a call.
  var hasSource: Bool { get }
}

extension TokenProvider {
  /// True.
  public var hasSource: Bool { true }
}
