/// A token provider that uses several sources in order. It continues with the next source if a source is unavailable
/// (`TokenProviderUnavailable`) or has only the token that was refused. It stops at the first source that returns a
/// token or nil, or throws any other error.
public struct TokenProviderChain: TokenProvider {
  private let providers: [any TokenProvider]
  /// Creates a chain that uses `providers` in this order.
  public init(_ providers: [any TokenProvider]) { self.providers = providers }

  /// Whether at least one of the providers has a source; false for an empty chain.
  public var hasSource: Bool { providers.contains { $0.hasSource } }

  /// Returns the token of the first source that is available, or nil if no user is signed in at that source.
  ///
  /// - Throws: `TokenProviderUnavailable` with every reason if every source is unavailable or has only
  ///   `request.rejected`, or if the chain is empty; otherwise the error of the first source that was used and failed.
  public func token(for request: TokenRequest) async throws -> Secret? {
    var reasons: [String] = []
    for (index, provider) in providers.enumerated() {
      do {
        guard let token = try await provider.token(for: request) else { return nil }
        return try request.taking(token, from: "source \(index + 1) of the chain")
      } catch let unavailable as TokenProviderUnavailable {
        reasons.append(unavailable.reason)
      }
    }
    throw TokenProviderUnavailable(
      reasons.isEmpty ? "no token provider is configured" : reasons.joined(separator: "; "))
  }
}
