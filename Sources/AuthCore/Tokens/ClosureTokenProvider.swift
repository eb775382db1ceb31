/// A closure as a token provider.
public struct ClosureTokenProvider: TokenProvider {
  private let body: @Sendable (TokenRequest) async throws -> Secret?
  /// Calls `body` for every token.
  public init(_ body: @escaping @Sendable (TokenRequest) async throws -> Secret?) { self.body = body }
  /// What the closure gives.
  public func token(for request: TokenRequest) async throws -> Secret? { try await body(request) }
}
