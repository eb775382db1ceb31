/// A token provider that can be replaced: for apps that have theirs only after the client was made. The last one set
/// is used from the next call on. `AuthClient.setTokenProvider` sets it.
///
/// Every call of the provider that is in its place passes here, and they come one after the other, never at once.
public final class ReplaceableTokenProvider: TokenProvider {
  private let provider: Locked<SerialTokenProvider>

  /// Begins with `provider`.
  public init(_ provider: any TokenProvider) { self.provider = Locked(SerialTokenProvider(provider)) }

  /// Puts `replacement` in the place of what was there.
  public func replace(with replacement: any TokenProvider) {
    provider.withLock { $0 = SerialTokenProvider(replacement) }
  }

  /// Whether the current one has a source.
  public var hasSource: Bool { current.hasSource }

  /// The token of the current provider.
  public func token(for request: TokenRequest) async throws -> Secret? { try await current.token(for: request) }

  private var current: SerialTokenProvider { provider.withLock { $0 } }
}
