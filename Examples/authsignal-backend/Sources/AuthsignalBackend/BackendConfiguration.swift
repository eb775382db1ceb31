public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The backend's configuration, read from the environment.
public struct BackendConfiguration: Sendable {
  /// `AUTHSIGNAL_BASE_URL`: the address of the vendor's API with its version.
  public let baseURL: URL
  /// `AUTHSIGNAL_TENANT_ID`: the tenant's id.
  public let tenantID: String
  /// `AUTHSIGNAL_SECRET`: the tenant's secret key, for the vendor's Server API and for the signatures of webhooks.
  public let secret: Secret
  /// `AUTHSIGNAL_STEP_UP_ACTIONS`: the actions that signed-in users may prove, separated by commas; by default `payment`.
  public let stepUpActions: [String]

  /// The action of a sign-in, and the one of an enrolment: those of the app's configuration.
  static let signInAction = "signIn"
  static let manageAction = "manage"

  /// Reads the configuration from environment variables.
  ///
  /// - Throws: `invalid_configuration` for a missing or malformed variable.
  public init(environment: [String: String]) throws(AuthError) {
    func variable(_ name: String) throws(AuthError) -> String {
      guard let value = environment[name], !value.isEmpty else {
        throw AuthError(.invalidConfiguration, "Set \(name) in the environment.")
      }
      return value
    }
    let address = try variable("AUTHSIGNAL_BASE_URL")
    guard let url = URL(string: address), url.host() != nil else {
      throw AuthError(
        .invalidConfiguration, "AUTHSIGNAL_BASE_URL is not a URL. Set the API's address with its version.")
    }
    baseURL = url
    tenantID = try variable("AUTHSIGNAL_TENANT_ID")
    secret = Secret(try variable("AUTHSIGNAL_SECRET"))
    stepUpActions = (environment["AUTHSIGNAL_STEP_UP_ACTIONS"] ?? "payment").split(separator: ",").map(String.init)
  }

  /// The actions that the backend tracks for a signed-in user.
  var actions: [String] { [Self.signInAction, Self.manageAction] + stepUpActions }
}
