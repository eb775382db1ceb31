/// A token provider that calls a closure.
public struct ClosureTokenProvider: TokenProvider {
  private let body: @Sendable (TokenRequest) async throws -> Secret?
  /// Creates a token provider that calls `body` for every token.
  public init(_ body: @escaping @Sendable (TokenRequest) async throws -> Secret?) { self.body = body }
  /// Calls the closure and returns its token; nil if the closure returns nil.
  ///
  /// - Throws: the closure's error.
  public func token(for request: TokenRequest) async throws -> Secret? { try await body(request) }
}
