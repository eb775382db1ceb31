public import AuthCore

extension TurnkeyClient {
  /// Fetches a user's passkeys (`get_authenticators`).
  public func authenticators(of user: String) async throws(AuthError) -> [TurnkeyAuthenticator] {
    let answer: JSONValue = try await query("get_authenticators", ["userId": .string(user)])
    return try answer.values("authenticators")
  }

  /// Adds passkeys (`create_authenticators`), and returns their IDs.
  ///
  /// - Parameters:
  ///   - authenticators: the new passkeys.
  ///   - user: the user's ID.
  public func createAuthenticators(
    _ authenticators: [NewAuthenticator], for user: String
  ) async throws(AuthError) -> [String] {
    let result: JSONValue = try await submit(
      "create_authenticators", ["userId": .string(user), "authenticators": .array(authenticators.map(\.json))])
    return result.texts("authenticatorIds")
  }

  /// Deletes passkeys (`delete_authenticators`).
  public func deleteAuthenticators(_ ids: [String], of user: String) async throws(AuthError) {
    let _: JSONValue = try await submit(
      "delete_authenticators",
      ["userId": .string(user), "authenticatorIds": .array(ids.map { .string($0) })])
  }

  /// Fetches a user's API keys (`get_api_keys`).
  public func apiKeys(of user: String) async throws(AuthError) -> [TurnkeyAPIKey] {
    let answer: JSONValue = try await query("get_api_keys", ["userId": .string(user)])
    return try answer.values("apiKeys")
  }

  /// Adds API keys (`create_api_keys`), and returns their IDs.
  public func createAPIKeys(_ keys: [NewAPIKey], for user: String) async throws(AuthError) -> [String] {
    let result: JSONValue = try await submit(
      "create_api_keys", ["userId": .string(user), "apiKeys": .array(keys.map(\.json))])
    return result.texts("apiKeyIds")
  }

  /// Deletes API keys (`delete_api_keys`).
  public func deleteAPIKeys(_ ids: [String], of user: String) async throws(AuthError) {
    let _: JSONValue = try await submit(
      "delete_api_keys", ["userId": .string(user), "apiKeyIds": .array(ids.map { .string($0) })])
  }

  /// Fetches a user's accounts at identity providers (`get_oauth_providers`).
  public func oauthProviders(of user: String) async throws(AuthError) -> [TurnkeyOAuthAccount] {
    let answer: JSONValue = try await query("get_oauth_providers", ["userId": .string(user)])
    return try answer.values("oauthProviders")
  }

  /// Adds accounts at identity providers (`create_oauth_providers`), and returns their IDs.
  public func createOAuthProviders(
    _ providers: [NewOAuthAccount], for user: String
  ) async throws(AuthError) -> [String] {
    let result: JSONValue = try await submit(
      "create_oauth_providers", ["userId": .string(user), "oauthProviders": .array(providers.map(\.json))])
    return result.texts("providerIds")
  }

  /// Deletes accounts at identity providers (`delete_oauth_providers`).
  public func deleteOAuthProviders(_ ids: [String], of user: String) async throws(AuthError) {
    let _: JSONValue = try await submit(
      "delete_oauth_providers", ["userId": .string(user), "providerIds": .array(ids.map { .string($0) })])
  }
}
