public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The backend's configuration, read from the environment under the names of the vendor's guide.
public struct BackendConfiguration: Sendable {
  /// `TURNKEY_API_URL`: the URL of the vendor's API.
  public let apiURL: URL
  /// `TURNKEY_ORGANIZATION_ID`: the parent organisation.
  public let organizationID: String
  /// `TURNKEY_API_PUBLIC_KEY`: the parent's API key, compressed, in hexadecimal.
  public let publicKey: String
  /// `TURNKEY_API_PRIVATE_KEY`: the scalar of that key, in hexadecimal.
  public let privateKey: Secret

  /// Reads the configuration from environment variables.
  ///
  /// - Throws: `invalid_configuration` naming the missing variable, or `TURNKEY_API_URL` if it is malformed. `Backend`
  ///   checks the keys.
  public init(environment: [String: String]) throws(AuthError) {
    func variable(_ name: String) throws(AuthError) -> String {
      guard let value = environment[name], !value.isEmpty else {
        throw AuthError(.invalidConfiguration, "Set \(name) in the environment.")
      }
      return value
    }
    let address = try variable("TURNKEY_API_URL")
    guard let url = URL(string: address), url.scheme == "https" || url.scheme == "http", url.host() != nil else {
      throw AuthError(.invalidConfiguration, "TURNKEY_API_URL must be an http or https URL with a host.")
    }
    apiURL = url
    organizationID = try variable("TURNKEY_ORGANIZATION_ID")
    publicKey = try variable("TURNKEY_API_PUBLIC_KEY")
    privateKey = Secret(try variable("TURNKEY_API_PRIVATE_KEY"))
  }
}
