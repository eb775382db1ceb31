public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of a Turnkey-style provider.
public struct TurnkeyConfiguration: ProviderConfiguration {
  /// The ID of the parent organisation, which is the tenant of every session.
  public var organizationID: String
  /// The base URL of the API that takes stamped requests.
  public var apiBaseURL: URL
  /// The base URL of the auth proxy: the vendor's backend for apps without a backend of their own.
  public var authProxyURL: URL
  /// The ID of the app's configuration at the auth proxy; nil if sign-ins use the app's own backend.
  public var authProxyConfigID: String?
  /// The relying party ID of passkeys; nil for an app without passkeys.
  public var relyingPartyID: String?
  /// The origins that may receive credentials.
  public var origins: [Origin]
  /// The base URL of the app's own backend; nil for none. By default, its origin may receive the session's JWT.
  public var backendURL: URL?
  /// Whether requests to the app's own servers prove possession of the session's key (RFC 9449), which the session's
  /// JWT names.
  public var provesPossession: Bool = false
  /// The path of the backend's route that finds the organisations of a contact; nil if the auth proxy finds them.
  public var accountLookupPath: String?
  /// The pinned public keys of the vendor's enclaves.
  public var keys: TurnkeyKeys
  /// Whether signing in creates an account for an unknown user.
  public var signsUp: Bool
  /// The lifetime, in seconds, of a session that a passkey or a wallet opens. With an auth proxy, the lifetime in the
  /// vendor's dashboard takes precedence (T19). A renewal requests the lifetime of the renewed session (T16).
  public var sessionExpirationSeconds: Int
  /// Whether every new session ends the user's other sessions.
  public var invalidatesExisting: Bool
  /// The ID of the session profile for new sessions; nil for none.
  public var sessionProfileID: String?
  /// Whether sessions are renewed before they expire.
  public var refreshesSessions: Bool
  /// The version of the one-time code calls that the organisation uses.
  public var otpVersion: OTPVersion
  /// Whether the auth proxy requires captcha tokens, which the token provider supplies.
  public var needsCaptcha: Bool
  /// The name of new passkeys, unless the request gives one; nil for `passkey-` and the time in seconds since 1970.
  public var passkeyName: String?
  /// The relying party's display name; nil for the relying party ID.
  public var relyingPartyName: String?
  /// The identity providers that users can sign in with.
  public var oauth: TurnkeyOAuthConfiguration
  /// The defaults for new users, by sign-up method.
  public var newUsers: NewUserDefaults

  /// Reads `organizationId`, `apiBaseURL`, `authProxyURL`, `authProxyConfigId`, `rpId`, `origins`, `backend`, `keys`,
  /// `signUp`, `sessionExpirationSeconds`, `invalidateExisting`, `sessionProfileId`, `autoRefreshSession`,
  /// `otpVersion`, `captcha`, `passkeyName`, `rpName`, `oauth` and `createSubOrgParams`.
  ///
  /// - Throws: `invalid_configuration` for a missing, unknown or invalid member.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    organizationID = try reader.string("organizationId", "the parent organisation: the tenant of every session")
    apiBaseURL = try reader.baseURL(
      "apiBaseURL", "the API that takes stamped requests", default: "https://api.turnkey.com")
    authProxyURL = try reader.baseURL(
      "authProxyURL", "the vendor's backend for apps that have none of their own",
      default: "https://authproxy.turnkey.com")
    authProxyConfigID = try reader.optionalString(
      "authProxyConfigId",
      "the id of the app's configuration at the auth proxy; leave it out if sign-ins use the app's own backend")
    relyingPartyID = try reader.optionalString("rpId", "the relying party of passkeys")
    signsUp = try reader.bool("signUp", "whether signing in creates an account for an unknown user", default: true)
    // By default, the vendor's SDKs request 900 seconds for a renewal (T17). The bounds are this package's own; the
    // vendor has accepted 1,209,600 seconds (T22).
    sessionExpirationSeconds = try reader.integer(
      "sessionExpirationSeconds", "the lifetime of a session in seconds, unless the dashboard sets it", default: 900,
      in: 60...2_592_000)
    invalidatesExisting = try reader.bool(
      "invalidateExisting", "whether every new session ends the user's other sessions", default: false)
    sessionProfileID = try reader.optionalString(
      "sessionProfileId", "the id of the session profile for new sessions")
    refreshesSessions = try reader.bool(
      "autoRefreshSession", "whether sessions are renewed before they expire", default: true)
    let version = try reader.integer(
      "otpVersion", "the version of the one-time code calls that the organisation uses",
      default: OTPVersion.second.rawValue, in: 1...2)
    otpVersion = OTPVersion(rawValue: version) ?? .second
    needsCaptcha = try reader.bool(
      "captcha", "whether the auth proxy requires captcha tokens, which the token provider supplies", default: false)
    passkeyName = try reader.optionalString("passkeyName", "the name of new passkeys, unless the request gives one")
    relyingPartyName = try reader.optionalString("rpName", "the relying party's display name")
    oauth = try TurnkeyOAuthConfiguration(
      reading: try reader.object("oauth", "the identity providers that users can sign in with"))
    newUsers = try NewUserDefaults(
      reading: try reader.object("createSubOrgParams", "the defaults for new users, by sign-up method"))
    if var backend = try reader.object("backend", "the app's own backend") {
      backendURL = try backend.baseURL("baseURL", "the backend's base URL")
      provesPossession = try backend.requiresProofs()
      accountLookupPath = try backend.optionalString(
        "accountLookupPath", "the path of the backend's route that finds the organisations of a contact")
      try backend.finish()
    }
    keys = try TurnkeyKeys(
      reading: try reader.object(
        "keys", "the public keys of the enclaves; by default the vendor's production keys"))
    origins = try reader.origins(default: [apiBaseURL] + (backendURL.map { [$0] } ?? []))
  }
}
