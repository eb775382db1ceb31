/// A token provider that can be replaced, for apps that create theirs after the client. The last one set is used from
/// the next call on. `AuthClient.setTokenProvider` sets it.
///
/// Calls to the current provider are made one after the other, never at the same time.
public final class ReplaceableTokenProvider: TokenProvider {
  private let provider: Locked<SerialTokenProvider>

  /// Starts with `provider`.
  public init(_ provider: any TokenProvider) { self.provider = Locked(SerialTokenProvider(provider)) }

  /// Replaces the current provider.
  public func replace(with replacement: any TokenProvider) {
    provider.withLock { $0 = SerialTokenProvider(replacement) }
  }

  /// Whether the current one has a source.
  public var hasSource: Bool { current.hasSource }

  /// The token of the current provider.
  public func token(for request: TokenRequest) async throws -> Secret? { try await current.token(for: request) }

  private var current: SerialTokenProvider { provider.withLock { $0 } }
}
