public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of a Turnkey-style provider.
public struct TurnkeyConfiguration: ProviderConfiguration {
  /// The parent organisation: the tenant of every session.
  public var organizationID: String
  /// The API that takes stamped requests.
  public var apiBaseURL: URL
  /// The auth proxy: the vendor's backend for apps without a backend.
  public var authProxyURL: URL
  /// The app's name at the auth proxy; nil where sign-ins go through the app's own backend.
  public var authProxyConfigID: String?
  /// The relying party of passkeys.
  public var relyingPartyID: String?
  /// The origins that may receive credentials.
  public var origins: [Origin]
  /// The app's own backend, which receives the session's JWT.
  public var backendURL: URL?
  /// The backend's route that finds the organisations of a contact; nil where the auth proxy is asked.
  public var accountLookupPath: String?
  /// The keys with which the vendor's enclaves sign.
  public var keys: TurnkeyKeys
  /// Whether signing in creates an account for an unknown user.
  public var signsUp: Bool
  /// The lifetime of a session that a passkey opens without an auth proxy. With an auth proxy, the vendor's dashboard
  /// sets it (T19). Renewals ask for the session's own lifetime (T16).
  public var sessionExpirationSeconds: Int
  /// Whether every new session ends the user's other ones.
  public var invalidatesExisting: Bool
  /// The session profile for new sessions; nil for none.
  public var sessionProfileID: String?
  /// Whether sessions are renewed before they expire.
  public var refreshesSessions: Bool
  /// The version of the one-time code calls that the organisation uses.
  public var otpVersion: OTPVersion
  /// Whether the auth proxy asks for captcha tokens; they come from the token provider.
  public var needsCaptcha: Bool
  /// The name of a passkey where the request does not give one.
  public var passkeyName: String?
  /// The relying party's display name.
  public var relyingPartyName: String?
  /// The identity providers that users can sign in with.
  public var oauth: TurnkeyOAuthConfiguration
  /// The defaults of new users, by their sign-up method.
  public var newUsers: NewUserDefaults

  /// Reads `organizationId`, `apiBaseURL`, `authProxyURL`, `authProxyConfigId`, `rpId`, `origins`, `backend`, `keys`,
  /// `signUp`, `sessionExpirationSeconds`, `invalidateExisting`, `sessionProfileId`, `autoRefreshSession`,
  /// `otpVersion`, `captcha`, `passkeyName`, `rpName`, `oauth` and `createSubOrgParams`.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    organizationID = try reader.string("organizationId", "the parent organisation: the tenant of every session")
    apiBaseURL = try reader.baseURL(
      "apiBaseURL", "the API that takes stamped requests", default: "https://api.turnkey.com")
    authProxyURL = try reader.baseURL(
      "authProxyURL", "the vendor's backend for apps without a backend", default: "https://authproxy.turnkey.com")
    authProxyConfigID = try reader.optionalString(
      "authProxyConfigId", "the app's name at the auth proxy; leave it out if sign-ins use the app's own backend")
    relyingPartyID = try reader.optionalString("rpId", "the relying party of passkeys")
    signsUp = try reader.bool("signUp", "whether signing in creates an account for an unknown user", default: true)
    // 900 is every SDK's default (T17); the bounds are this package's own (T22).
    sessionExpirationSeconds = try reader.integer(
      "sessionExpirationSeconds", "how long a session lasts, where the dashboard does not set it", default: 900,
      in: 60...2_592_000)
    invalidatesExisting = try reader.bool(
      "invalidateExisting", "whether every new session ends the user's other ones", default: false)
    sessionProfileID = try reader.optionalString(
      "sessionProfileId", "the session profile that sessions are opened with")
    refreshesSessions = try reader.bool(
      "autoRefreshSession", "whether sessions are renewed before they expire", default: true)
    let version = try reader.integer(
      "otpVersion", "the version of the one-time code calls that the organisation is set to",
      default: OTPVersion.second.rawValue, in: 1...2)
    otpVersion = OTPVersion(rawValue: version) ?? .second
    needsCaptcha = try reader.bool(
      "captcha", "whether the auth proxy requires captcha tokens, which the token provider supplies", default: false)
    passkeyName = try reader.optionalString("passkeyName", "the name of a passkey, where the request does not give one")
    relyingPartyName = try reader.optionalString("rpName", "the relying party's display name")
    oauth = try TurnkeyOAuthConfiguration(
      reading: try reader.object("oauth", "the identity providers that users can sign in with"))
    newUsers = try NewUserDefaults(
      reading: try reader.object("createSubOrgParams", "what new users get, by sign-up method"))
    if var backend = try reader.object("backend", "the app's own backend") {
      backendURL = try backend.baseURL("baseURL", "its base URL")
      accountLookupPath = try backend.optionalString(
        "accountLookupPath", "its route that finds the organisations of a contact")
      try backend.finish()
    }
    keys = try TurnkeyKeys(
      reading: try reader.object(
        "keys", "public keys of the enclaves, where they are not the vendor's own: a sandbox's"))
    origins = try reader.origins(default: [apiBaseURL] + (backendURL.map { [$0] } ?? []))
  }
}
