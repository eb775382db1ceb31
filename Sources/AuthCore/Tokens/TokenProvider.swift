/// Where tokens come from that this package does not make: the app's own identity system, the app's backend.
public protocol TokenProvider: Sendable {
  /// The current token for `request`, or nil when no user is signed in there. A source that has no other token than the
  /// refused one throws `TokenProviderUnavailable`.
  ///
  /// - Throws: `TokenProviderUnavailable` when it cannot be asked at all: a chain then asks the next. Any other error
  ///   means that it was asked and failed.
  func token(for request: TokenRequest) async throws -> Secret?
  /// Whether there is anything to ask at all, now or later; true unless it says otherwise.
  var hasSource: Bool { get }
}

extension TokenProvider {
  /// There is.
  public var hasSource: Bool { true }
}
