public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an Authsignal-style provider is configured with.
public struct AuthsignalConfiguration: ProviderConfiguration {
  /// The vendor's API, version included: `https://api.authsignal.com/v1`.
  public var baseURL: URL
  /// The tenant.
  public var tenantID: String
  /// Where the app session's token may go.
  public var origins: [Origin]
  /// The app's own backend: makes action tokens, and turns proofs into the app's session.
  public var backendURL: URL?
  /// The relying party of passkeys.
  public var relyingPartyID: String?
  /// What the vendor tells devices apart by; nil for one that is made and kept here.
  public var deviceID: String?
  /// The action that a sign-in proves.
  public var signInAction: String
  /// The action that enrolling and listing credentials are tracked as.
  public var manageAction: String
  /// Whether signing in enrols an unknown user.
  public var signsUp: Bool
  /// How many digits the tenant's codes have.
  public var codeLength: Int
  /// How many wrong codes the tenant takes in five minutes.
  public var attemptLimit: Int
  /// Whether a sign-in or step-up by passkey goes on with codes where there is no passkey here.
  public var switchesMethod: Bool
  /// Whether the passkey authenticator is told, after each use, which passkeys of the user the server takes.
  public var syncsPasskeys: Bool
  /// What it takes to use the keys that flows make on this device.
  public var keyPolicy: KeyPolicy

  /// Reads `baseURL` or `region`, `tenantId`, `origins`, `backend`, `rpId`, `deviceId`, `signInAction`,
  /// `manageAction`, `signUp`, `verificationCodeLength`, `verificationAttempts`, `switchMethod`, `syncCredentials` and
  /// `keyPolicy`.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    baseURL = try Self.baseURL(&reader)
    tenantID = try reader.string("tenantId", "the tenant")
    relyingPartyID = try reader.optionalString("rpId", "the relying party of passkeys")
    deviceID = try reader.optionalString("deviceId", "the name of this device; made and kept where none is given")
    signInAction = try Self.action(
      "signInAction", "the action that a sign-in proves; `signIn` by default", default: "signIn", &reader)
    manageAction = try Self.action(
      "manageAction", "the action that enrolling and listing credentials are tracked as; `manage` by default",
      default: "manage", &reader)
    signsUp = try reader.bool("signUp", "whether signing in enrols an unknown user", default: true)
    // 2 to 10 is what a tenant can set, 6 the example of the vendor's documents (A24).
    codeLength = try reader.integer(
      "verificationCodeLength", "how many digits the tenant's codes have", default: 6, in: 2...10)
    // The vendor's own limit; a tenant can set another (A87).
    attemptLimit = try reader.integer(
      "verificationAttempts", "how many wrong codes the tenant takes in five minutes", default: 10, in: 1...1_000)
    switchesMethod = try reader.bool(
      "switchMethod", "whether a sign-in that finds no passkey here goes on with codes", default: false)
    // Off as in the vendor's SDKs: it costs a request (A18).
    syncsPasskeys = try reader.bool(
      "syncCredentials", "whether the passkey authenticator is told which passkeys the server takes", default: false)
    keyPolicy = try Self.keyPolicy(&reader)
    if var backend = try reader.object(
      "backend", "the app's own backend: makes action tokens, and turns proofs into the app's session")
    {
      backendURL = try backend.baseURL("baseURL", "where it is")
      try backend.finish()
    }
    // The session's token is the app's own: it goes to the app's backend and, unless the configuration says so, not
    // to the vendor.
    origins = try reader.origins(default: [backendURL ?? baseURL])
  }

  private static let baseURLSummary = "the API with its version, as `https://api.authsignal.com/v1`; or `region`"
  private static let regionSummary = "the region whose API it is, in place of `baseURL`"

  /// There is no default: a tenant lives in one region, and the others refuse its keys.
  private static func baseURL(_ reader: inout ConfigurationReader) throws(AuthError) -> URL {
    let region = try reader.optionalChoice("region", Self.regionSummary, of: AuthsignalRegion.self)
    let given = try reader.optionalBaseURL("baseURL", Self.baseURLSummary)
    switch (region, given) {
    case (nil, let url?): return try checked(url, reader)
    case (let region?, nil): return try url(of: region)
    case (let region?, _?):
      return try reader.refused(
        "region", "left out where baseURL is given: they say the same thing", try url(of: region))
    case (nil, nil):
      // Where it is there and wrong, that was told.
      guard !reader.has("baseURL") else { return try url(of: .us) }
      let names = AuthsignalRegion.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return try reader.refused("baseURL", "given, or region in its place (\(names))", try url(of: .us))
    }
  }

  private static func url(of region: AuthsignalRegion) throws(AuthError) -> URL {
    guard let url = URL(string: region.baseURL) else {
      throw AuthError(.internalError, "The address of the region '\(region.rawValue)' is no URL.")
    }
    return url
  }

  /// The vendor's SDKs append paths to a base URL that ends in the version; one without it meets only 404s.
  private static func checked(_ url: URL, _ reader: ConfigurationReader) throws(AuthError) -> URL {
    let host = Origin(url)?.host ?? ""
    if host == "authsignal.com" || host.hasSuffix(".authsignal.com"), !url.path.hasSuffix("/v1") {
      return try reader.refused(
        "baseURL", "the API's address with its version, such as \(AuthsignalRegion.us.baseURL)", url)
    }
    return url
  }

  private static func keyPolicy(_ reader: inout ConfigurationReader) throws(AuthError) -> KeyPolicy {
    guard var policy = try reader.object("keyPolicy", "what it takes to use this device's keys") else {
      return KeyPolicy()
    }
    let presence = try policy.choice(
      "userAuthentication", "who has to be there, and how they show it", default: AuthsignalUserAuthentication.none)
    let seconds = try policy.integer(
      "timeoutSeconds", "how long one proof of it holds; 0 asks at every use", default: 0, in: 0...86_400)
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
