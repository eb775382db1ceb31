/// A source of tokens that this package does not issue: the app's own identity system, or the app's backend.
public protocol TokenProvider: Sendable {
  /// The current token for `request`, or nil when no user is signed in at the source. A source that has no other token
  /// than the refused one throws `TokenProviderUnavailable`.
  ///
  /// - Throws: `TokenProviderUnavailable` when the source cannot be asked; a chain then asks the next source. Any other
  ///   error means that the source was asked and failed.
  func token(for request: TokenRequest) async throws -> Secret?
  /// Whether the provider has a source to ask, now or later; true by default.
  var hasSource: Bool { get }
}

extension TokenProvider {
  /// True.
  public var hasSource: Bool { true }
}
