public import AuthCore

/// An environment variable as a token provider.
public struct EnvironmentTokenProvider: TokenProvider {
  private let name: String
  private let value: Secret?

  /// Creates a provider for the variable `name` of `environment`. The variable is read once, because a process's
  /// environment does not change.
  public init(_ name: String, environment: [String: String]) {
    self.name = name
    value = environment[name].map { Secret($0.trimmingBlanks) }
  }

  /// Returns the value; nil for a blank value.
  ///
  /// - Throws: `TokenProviderUnavailable` when the variable is not set, or contains the token that was refused.
  public func token(for request: TokenRequest) async throws -> Secret? {
    guard let value else { throw TokenProviderUnavailable("the environment variable \(name) is not set") }
    return try request.taking(value, from: "the environment variable \(name)")
  }
}
