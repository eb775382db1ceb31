public import AuthCore
public import AuthHawcx

/// The backend's configuration, read from the environment.
public struct BackendConfiguration: Sendable {
  /// `HAWCX_BASE_URL`: the tenant's host, which issues the identity tokens.
  public let baseURL: HawcxBaseURL
  /// `HAWCX_CONFIG_ID`: the tenant's routing key.
  public let configID: String
  /// `HAWCX_CLIENT_ID`: the project's id, the audience of identity tokens.
  public let clientID: String
  /// `HAWCX_CLIENT_KEY` and `HAWCX_CLIENT_KEY_ID`: the key of a confidential client; nil for a public client.
  public let assertion: HawcxClientAssertion?

  /// Reads the configuration from environment variables.
  ///
  /// - Throws: `invalid_configuration` for a missing or malformed variable.
  public init(environment: [String: String]) throws(AuthError) {
    func optional(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    func variable(_ name: String) throws(AuthError) -> String {
      guard let value = optional(name) else {
        throw AuthError(.invalidConfiguration, "Set \(name) in the environment.")
      }
      return value
    }
    baseURL = try HawcxBaseURL(try variable("HAWCX_BASE_URL"), at: "HAWCX_BASE_URL")
    configID = try variable("HAWCX_CONFIG_ID")
    clientID = try variable("HAWCX_CLIENT_ID")
    guard let key = optional("HAWCX_CLIENT_KEY") else {
      assertion = nil
      return
    }
    assertion = try HawcxClientAssertion(privateKeyPEM: Secret(key), keyID: try variable("HAWCX_CLIENT_KEY_ID"))
  }
}
