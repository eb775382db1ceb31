public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of a Privy-style provider. The source of the app's JWT is the block's `tokenProvider`, which the
/// blocks of all providers can have.
public struct PrivyConfiguration: ProviderConfiguration {
  /// Whether signing in creates an account for an unknown user.
  public enum Mode: String, Sendable, CaseIterable {
    /// Signing in creates an account.
    case loginOrSignUp = "login-or-sign-up"
    /// Signing in does not create an account; it throws `user_not_found`.
    case noSignUp = "no-signup"
  }

  /// How a session is renewed (P10).
  public enum Reauthentication: String, Sendable, CaseIterable {
    /// By its refresh token or, if that is refused, by the app's token.
    case refreshThenProvider
    /// Only by the app's token.
    case providerOnly
  }

  /// The app's ID: the tenant of every session.
  public var appID: String
  /// The app client's ID. The vendor requires it of mobile clients.
  public var appClientID: String
  /// The base URL of the sign-in routes.
  public var authBaseURL: URL
  /// The base URL of the vendor's other services.
  public var apiBaseURL: URL
  /// The origins that may receive credentials; by default those of `authBaseURL`, `apiBaseURL` and `backendURL`.
  public var origins: [Origin]
  /// The base URL of the app's own backend, which receives the app's access token; nil for none.
  public var backendURL: URL?
  /// Whether sessions get a key, whose possession requests to the app's own servers prove (RFC 9449). The vendor's
  /// tokens name no key.
  public var provesPossession: Bool = false
  /// Whether signing in creates an account for an unknown user.
  public var mode: Mode
  /// How a session is renewed.
  public var reauthentication: Reauthentication
  /// How long the vendor exchanges a used refresh token for the same tokens again, from zero to 300 seconds; zero if
  /// the vendor refuses a used token. This setting matters only if several hosts share sessions.
  public var refreshReplay: Duration
  /// The bundle id or application id; nil for none. Without an id, the vendor refuses mobile clients (P41). On Apple's
  /// systems, the default is the bundle id of the running app.
  public var nativeAppIdentifier: String?
  /// The services whose accounts users can sign in with: `google`, `apple`, ….
  public var oauthServices: [String]
  /// The address that the pages of `oauthServices` return to; nil for none. `FlowRequest.redirectURL` takes precedence.
  public var redirectURL: URL?
  /// The message that wallets are asked to sign.
  public var wallet: PrivyWalletConfiguration
  /// The users for whom a wallet is created at sign-in.
  public var createOnLogin: PrivyWalletCreation
  /// The passkeys' relying party as a URL, for an app with more than one (P24); nil for the vendor's default.
  public var relyingParty: String?
  /// Whether users can sign in as guests.
  public var offersGuests: Bool
  /// Whether sign-in with Apple uses the system's own sheet, which the app shows, instead of a page (P28).
  public var usesNativeApple: Bool

  /// Reads `appId`, `appClientId`, `authBaseURL`, `apiBaseURL`, `origins`, `backend`, `mode`, `reauth`,
  /// `refreshReplaySeconds`, `nativeAppIdentifier`, `oauth`, `redirectURL`, `wallet`, `createOnLogin`, `relyingParty`,
  /// `guests` and `nativeApple`.
  ///
  /// - Throws: `invalid_configuration` if `appId` or `appClientId` is missing, or a value does not have its form.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    try self.init(reading: &reader, runningApp: RunningApp.bundleID)
  }

  /// Reads the block.
  ///
  /// - Parameter runningApp: the bundle id of the running app, if any.
  init(reading reader: inout ConfigurationReader, runningApp: String?) throws(AuthError) {
    appID = try reader.string("appId", "the app's id: the tenant of every session")
    appClientID = try reader.string("appClientId", "the app client's id")
    authBaseURL = try reader.baseURL("authBaseURL", "the base URL for sign-in", default: "https://auth.privy.io")
    apiBaseURL = try reader.baseURL(
      "apiBaseURL", "the base URL of the vendor's other services", default: "https://api.privy.io")
    mode = try reader.choice(
      "mode", "whether signing in creates an account for an unknown user", default: .loginOrSignUp)
    refreshReplay = .seconds(
      try reader.integer(
        "refreshReplaySeconds",
        "for how many seconds the vendor exchanges a used refresh token for the same tokens again",
        default: 0, in: 0...300))
    reauthentication = try reader.choice(
      "reauth", "how a session is renewed: by its refresh token and then the app's token, or by the app's token alone",
      default: .refreshThenProvider)
    nativeAppIdentifier =
      try reader.optionalString(
        "nativeAppIdentifier",
        "the bundle id or application id; on Apple's systems, the default is that of the running app")
      ?? runningApp
    oauthServices = try reader.strings(
      "oauth", "the services whose accounts users can sign in with: `google`, `apple`, …")
    if let text = try reader.optionalString("redirectURL", "the address that the pages of those services return to") {
      let url = URL(string: text)
      redirectURL = url?.scheme != nil ? url : try reader.refused("redirectURL", "a URL", nil)
    }
    wallet = try PrivyWalletConfiguration(
      reading: reader.object("wallet", "the message that wallets sign; with this block, users can sign in by wallet"))
    createOnLogin = try PrivyWalletCreation(
      reading: reader.object("createOnLogin", "the users for whom the vendor creates a wallet at sign-in"))
    relyingParty = try reader.optionalString(
      "relyingParty", "the passkeys' relying party as a URL, if the vendor has more than one for the app")
    if let relyingParty {
      let url = URL(string: relyingParty)
      let isSite = (url?.scheme == "https" || url?.scheme == "http") && url?.host()?.isEmpty == false
      if !isSite { self.relyingParty = try reader.refused("relyingParty", "a URL such as https://example.com", nil) }
    }
    offersGuests = try reader.bool("guests", "whether users can sign in as guests", default: false)
    usesNativeApple = try reader.bool(
      "nativeApple", "whether sign-in with Apple uses the system's own sheet, which the app shows", default: false)
    if var backend = try reader.object("backend", "the app's own backend") {
      backendURL = try backend.baseURL("baseURL", "the backend's base URL")
      provesPossession = try backend.requiresProofs()
      try backend.finish()
    }
    origins = try reader.origins(default: [authBaseURL, apiBaseURL] + (backendURL.map { [$0] } ?? []))
  }
}
