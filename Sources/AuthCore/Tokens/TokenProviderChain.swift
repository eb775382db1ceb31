/// Several sources in order. The chain continues after a source that is *unavailable* or whose only token is the
/// refused one. It stops at the first source that *fails* or returns a result.
public struct TokenProviderChain: TokenProvider {
  private let providers: [any TokenProvider]
  /// Creates a chain that uses `providers` in this order.
  public init(_ providers: [any TokenProvider]) { self.providers = providers }

  /// Whether one of the providers has a source; an empty chain has no source.
  public var hasSource: Bool { providers.contains { $0.hasSource } }

  /// Returns the first result of a source.
  ///
  /// - Throws: the error of the first failing source; `TokenProviderUnavailable` with every reason if no source is
  ///   available.
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
      reasons.isEmpty
        ? "no token provider is configured; set $.providers.\(request.providerID).tokenProvider, or pass the token to "
          + "the flow (FlowRequest.token, --token)"
        : reasons.joined(separator: "; "))
  }
}
