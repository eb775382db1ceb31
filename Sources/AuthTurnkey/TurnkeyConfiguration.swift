public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a Turnkey-style provider is configured with.
public struct TurnkeyConfiguration: ProviderConfiguration {
  /// The parent organisation: the tenant of every session.
  public var organizationID: String
  /// The API that takes stamped requests.
  public var apiBaseURL: URL
  /// The auth proxy: the vendor's own backend for apps that have none.
  public var authProxyURL: URL
  /// The app's name at the auth proxy; nil where sign-ins go through the app's own backend.
  public var authProxyConfigID: String?
  /// The relying party of passkeys.
  public var relyingPartyID: String?
  /// Where credentials may go.
  public var origins: [Origin]
  /// The app's own backend, which receives the session's JWT.
  public var backendURL: URL?
  /// Whose signatures the vendor's enclaves make.
  public var keys: TurnkeyKeys
  /// Whether signing in signs an unknown user up.
  public var signsUp: Bool
  /// How long a renewed session lasts. How long the first one does is set in the vendor's dashboard.
  public var sessionExpirationSeconds: Int

  /// Reads `organizationId`, `apiBaseURL`, `authProxyURL`, `authProxyConfigId`, `rpId`, `origins`, `backend`, `keys`,
  /// `signUp` and `sessionExpirationSeconds`.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    organizationID = try reader.string("organizationId")
    apiBaseURL = try reader.baseURL("apiBaseURL", default: "https://api.turnkey.com")
    authProxyURL = try reader.baseURL("authProxyURL", default: "https://authproxy.turnkey.com")
    authProxyConfigID = try reader.optionalString("authProxyConfigId")
    relyingPartyID = try reader.optionalString("rpId")
    signsUp = try reader.bool("signUp", default: true)
    // 900 is every SDK's default (Turnkey protocol notes §2.2); the bounds are ours.
    sessionExpirationSeconds = try reader.integer("sessionExpirationSeconds", default: 900, in: 60...2_592_000)
    if var backend = try reader.object("backend") {
      backendURL = try backend.baseURL("baseURL")
      try backend.finish()
    }
    keys = try TurnkeyKeys(reading: try reader.object("keys"))
    origins = try reader.origins(default: [apiBaseURL] + (backendURL.map { [$0] } ?? []))
  }
}
