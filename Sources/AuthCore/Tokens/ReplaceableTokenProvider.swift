/// A token provider that can be replaced, for apps that create their own after the client. A replacement is used from
/// the next call on. `AuthClient.setTokenProvider` replaces it.
///
/// Calls to the current provider are made one after the other, never at the same time.
public final class ReplaceableTokenProvider: TokenProvider {
  private let provider: Locked<SerialTokenProvider>

  /// Creates a token provider that starts with `provider`.
  public init(_ provider: any TokenProvider) { self.provider = Locked(SerialTokenProvider(provider)) }

  /// Replaces the current provider.
  public func replace(with replacement: any TokenProvider) {
    provider.withLock { $0 = SerialTokenProvider(replacement) }
  }

  /// Whether the current provider has a source.
  public var hasSource: Bool { current.hasSource }

  /// Returns the token of the current provider.
  public func token(for request: TokenRequest) async throws -> Secret? { try await current.token(for: request) }

  private var current: SerialTokenProvider { provider.withLock { $0 } }
}
