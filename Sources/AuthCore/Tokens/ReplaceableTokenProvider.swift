/// A token provider that forwards each call to a current provider, which can be replaced. It is for apps that create
/// their token provider after the client (`AuthClient.setTokenProvider`). A replacement is used from the next call on.
///
/// Calls to one provider are made one after the other. A call that began before a replacement can still be under way
/// while the new provider is called.
public final class ReplaceableTokenProvider: TokenProvider {
  private let provider: Locked<SerialTokenProvider>

  /// Creates a token provider that starts with `provider`.
  public init(_ provider: any TokenProvider) { self.provider = Locked(SerialTokenProvider(provider)) }

  /// Replaces the current provider. A call under way still returns the earlier provider's result.
  public func replace(with replacement: any TokenProvider) {
    provider.withLock { $0 = SerialTokenProvider(replacement) }
  }

  /// Whether the current provider has a source.
  public var hasSource: Bool { current.hasSource }

  /// Returns the token of the current provider.
  public func token(for request: TokenRequest) async throws -> Secret? { try await current.token(for: request) }

  private var current: SerialTokenProvider { provider.withLock { $0 } }
}
