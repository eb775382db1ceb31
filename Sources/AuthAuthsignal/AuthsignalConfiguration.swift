public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of an Authsignal-style provider.
public struct AuthsignalConfiguration: ProviderConfiguration {
  /// The base URL of the vendor's API, including the version, such as `https://api.authsignal.com/v1`.
  public var baseURL: URL
  /// The vendor's ID of the tenant.
  public var tenantID: String
  /// The origins that may receive the app session's token: by default the origin of `backendURL` or, without a backend,
  /// that of `baseURL`.
  public var origins: [Origin]
  /// The app's own backend, which issues action tokens and exchanges proofs for the app's session; nil for none.
  public var backendURL: URL?
  /// Whether app sessions are bound to a key, whose possession requests to the backend prove (RFC 9449).
  public var provesPossession: Bool = false
  /// The relying party ID of passkeys; nil for none. Only the command `doctor` uses it, to check the site of the
  /// relying party. The adapter itself uses the ID in the server's options.
  public var relyingPartyID: String?
  /// The ID by which the vendor distinguishes devices; nil for an ID that this package generates and stores.
  public var deviceID: String?
  /// The action that a sign-in proves.
  public var signInAction: String
  /// The action for enrolling and listing credentials.
  public var manageAction: String
  /// Whether signing in enrols an unknown user.
  public var signsUp: Bool
  /// The number of digits in the tenant's codes.
  public var codeLength: Int
  /// The number of wrong codes that the tenant allows in five minutes.
  public var attemptLimit: Int
  /// Whether a sign-in or step-up by passkey continues with codes if this device has no passkey.
  public var switchesMethod: Bool
  /// Whether to tell the passkey authenticator, after each use of a passkey, which of the user's passkeys the server
  /// accepts.
  public var syncsPasskeys: Bool
  /// The policy for the keys that flows create on this device.
  public var keyPolicy: KeyPolicy

  /// Reads `baseURL` or `region`, `tenantId`, `origins`, `backend`, `rpId`, `deviceId`, `signInAction`, `manageAction`,
  /// `signUp`, `verificationCodeLength`, `verificationAttempts`, `switchMethod`, `syncCredentials` and `keyPolicy`.
  ///
  /// - Throws: `invalid_configuration` if a required value is missing, or a value does not have its form.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    baseURL = try Self.baseURL(&reader)
    tenantID = try reader.string("tenantId", "the tenant's id")
    relyingPartyID = try reader.optionalString(
      "rpId", "the relying party id of passkeys, for `latchkey doctor` only")
    deviceID = try reader.optionalString("deviceId", "the id of this device; by default one is generated and stored")
    signInAction = try Self.action(
      "signInAction", "the action that a sign-in proves; `signIn` by default", default: "signIn", &reader)
    manageAction = try Self.action(
      "manageAction", "the action for enrolling and listing credentials; `manage` by default",
      default: "manage", &reader)
    signsUp = try reader.bool("signUp", "whether signing in enrols an unknown user", default: true)
    // A tenant can set 2 to 10; the vendor's documents show 6 (A87).
    codeLength = try reader.integer(
      "verificationCodeLength", "the number of digits in the tenant's codes", default: 6, in: 2...10)
    // The vendor's own limit; a tenant can set another (A87).
    attemptLimit = try reader.integer(
      "verificationAttempts", "the number of wrong codes that the tenant allows in five minutes", default: 10,
      in: 1...1_000)
    switchesMethod = try reader.bool(
      "switchMethod", "whether a sign-in continues with codes if this device has no passkey", default: false)
    // Off by default, as in the vendor's SDKs, because it costs a request (A18).
    syncsPasskeys = try reader.bool(
      "syncCredentials", "whether the passkey authenticator is told which passkeys the server accepts", default: false)
    keyPolicy = try Self.keyPolicy(&reader)
    if var backend = try reader.object(
      "backend", "the app's own backend, which issues action tokens and exchanges proofs for the app's session")
    {
      backendURL = try backend.baseURL("baseURL", "the backend's base URL")
      provesPossession = try backend.requiresProofs()
      try backend.finish()
    }
    // The session's token is the app's own. It is sent to the app's backend by default, and to the vendor only if the
    // configuration has no backend or lists the vendor's origin.
    origins = try reader.origins(
      "origins",
      "where credentials may be sent: by default the backend's origin, or the API's origin if there is no `backend`",
      default: [backendURL ?? baseURL])
  }

  private static let baseURLSummary = "the API with its version: `https://api.authsignal.com/v1`; or use `region`"
  private static let regionSummary = "the region of the API, instead of `baseURL`"

  /// Reads the API's address. There is no default, because a tenant belongs to one region and the API of another region
  /// refuses its requests.
  private static func baseURL(_ reader: inout ConfigurationReader) throws(AuthError) -> URL {
    let region = try reader.optionalChoice("region", Self.regionSummary, of: AuthsignalRegion.self)
    let given = try reader.optionalBaseURL("baseURL", Self.baseURLSummary)
    switch (region, given) {
    case (nil, let url?): return try checked(url, reader)
    case (let region?, nil): return try url(of: region)
    case (let region?, _?):
      return try reader.refused(
        "region", "omitted if baseURL is given, because both name the API", try url(of: region))
    case (nil, nil):
      // The reader has already reported that the value of `baseURL` is wrong.
      guard !reader.has("baseURL") else { return try url(of: .us) }
      let names = AuthsignalRegion.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return try reader.refused("baseURL", "given, unless region is one of \(names)", try url(of: .us))
    }
  }

  private static func url(of region: AuthsignalRegion) throws(AuthError) -> URL {
    guard let url = URL(string: region.baseURL) else {
      throw AuthError(
        .internalError,
        "The address of the region '\(region.rawValue)' is not a URL. Report this to Latchkey's maintainers.")
    }
    return url
  }

  /// Checks that an address at the vendor ends with the version, as in the vendor's SDKs. Without the version, every
  /// request would get a 404.
  private static func checked(_ url: URL, _ reader: ConfigurationReader) throws(AuthError) -> URL {
    let host = Origin(url)?.host ?? ""
    if host == "authsignal.com" || host.hasSuffix(".authsignal.com"), !url.path.hasSuffix("/v1") {
      return try reader.refused(
        "baseURL", "the API's address with its version, such as \(AuthsignalRegion.us.baseURL)", url)
    }
    return url
  }

  private static func keyPolicy(_ reader: inout ConfigurationReader) throws(AuthError) -> KeyPolicy {
    guard var policy = try reader.object("keyPolicy", "the policy for using this device's keys") else {
      return KeyPolicy()
    }
    let presence = try policy.choice(
      "userAuthentication", "the user authentication that a key requires", default: AuthsignalUserAuthentication.none)
    let seconds = try policy.integer(
      "timeoutSeconds", "how long an authentication is valid, in seconds; 0 requires one at every use", default: 0,
      in: 0...86_400)
    try policy.finish()
    return KeyPolicy(userPresence: presence.presence, authorizationLifetime: .seconds(seconds))
  }

  private static func action(
    _ key: String, _ summary: String, default standard: String, _ reader: inout ConfigurationReader
  ) throws(AuthError) -> String {
    let name = try reader.optionalString(key, summary) ?? standard
    guard ActionName.isValid(name) else { return try reader.refused(key, ActionName.rule, standard) }
    return name
  }
}
