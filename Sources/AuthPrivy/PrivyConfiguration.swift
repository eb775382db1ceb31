public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a Privy-style provider is configured with. Where the app's JWT comes from is the block's `tokenProvider`, which
/// is every provider's.
public struct PrivyConfiguration: ProviderConfiguration {
  /// Whether signing in signs an unknown user up.
  public enum Mode: String, Sendable, CaseIterable {
    /// It does.
    case loginOrSignUp = "login-or-sign-up"
    /// It does not: `user_not_found`.
    case noSignUp = "no-signup"
  }

  /// How a session is renewed (P10).
  public enum Reauthentication: String, Sendable, CaseIterable {
    /// By its refresh token; by the app's token where that is refused.
    case refreshThenProvider
    /// By the app's token alone.
    case providerOnly
  }

  /// The app's id: the tenant of every session.
  public var appID: String
  /// The app client's id; the vendor requires it of mobile clients.
  public var appClientID: String
  /// Where users sign in.
  public var authBaseURL: URL
  /// Where the vendor's other services are.
  public var apiBaseURL: URL
  /// Where credentials may go.
  public var origins: [Origin]
  /// The app's own backend, which receives the app's access token.
  public var backendURL: URL?
  /// Whether signing in signs an unknown user up.
  public var mode: Mode
  /// How a session is renewed.
  public var reauthentication: Reauthentication
  /// The bundle id or application id, without which the vendor refuses mobile clients (P41); the running app's own on
  /// Apple's systems.
  public var nativeAppIdentifier: String?
  /// The services whose accounts users can sign in with: `google`, `apple`, ….
  public var oauthServices: [String]
  /// Where the pages of those services come back to; a request's own comes first.
  public var redirectURL: URL?
  /// What wallets are asked to sign.
  public var wallet: PrivyWalletConfiguration
  /// For whom a wallet is made at sign-in.
  public var createOnLogin: PrivyWalletCreation
  /// The passkeys' relying party, where the vendor serves more than one for the app: a URL (P24).
  public var relyingParty: String?
  /// Whether one can sign in as a guest.
  public var offersGuests: Bool
  /// Whether accounts at Apple sign in by the system's own sheet, which the app shows, and not by a page (P28).
  public var usesNativeApple: Bool

  /// Reads `appId`, `appClientId`, `authBaseURL`, `apiBaseURL`, `origins`, `backend`, `mode`, `reauth`,
  /// `nativeAppIdentifier`, `oauth`, `redirectURL`, `wallet`, `createOnLogin`, `relyingParty`, `guests` and
  /// `nativeApple`.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    try self.init(reading: &reader, runningApp: RunningApp.identifier)
  }

  /// - Parameter runningApp: the bundle id of the app that this code runs in, where it has one.
  init(reading reader: inout ConfigurationReader, runningApp: String?) throws(AuthError) {
    appID = try reader.string("appId", "the app's id: the tenant of every session")
    appClientID = try reader.string("appClientId", "the app client's id")
    authBaseURL = try reader.baseURL("authBaseURL", "where users sign in", default: "https://auth.privy.io")
    apiBaseURL = try reader.baseURL(
      "apiBaseURL", "where the vendor's other services are", default: "https://api.privy.io")
    mode = try reader.choice(
      "mode", "whether signing in signs an unknown user up", default: .loginOrSignUp)
    reauthentication = try reader.choice(
      "reauth", "how a session is renewed: by its refresh token and then the app's token, or by the app's token alone",
      default: .refreshThenProvider)
    nativeAppIdentifier =
      try reader.optionalString(
        "nativeAppIdentifier", "the bundle or application id; the running app's own on Apple's systems")
      ?? runningApp
    oauthServices = try reader.strings(
      "oauth", "the services whose accounts users can sign in with: `google`, `apple`, …")
    if let text = try reader.optionalString("redirectURL", "where the pages of those services come back to") {
      let url = URL(string: text)
      redirectURL = url?.scheme != nil ? url : try reader.refused("redirectURL", "a URL", nil)
    }
    wallet = try PrivyWalletConfiguration(
      reading: reader.object("wallet", "what wallets are asked to sign; the block offers signing in by wallet"))
    createOnLogin = try PrivyWalletCreation(
      reading: reader.object("createOnLogin", "for whom the vendor is asked to make a wallet at sign-in"))
    relyingParty = try reader.optionalString(
      "relyingParty", "the passkeys' relying party as a URL, where the vendor serves more than one for the app")
    if let relyingParty {
      let url = URL(string: relyingParty)
      let isSite = (url?.scheme == "https" || url?.scheme == "http") && url?.host()?.isEmpty == false
      if !isSite { self.relyingParty = try reader.refused("relyingParty", "a URL such as https://example.com", nil) }
    }
    offersGuests = try reader.bool("guests", "whether one can sign in as a guest", default: false)
    usesNativeApple = try reader.bool(
      "nativeApple", "whether accounts at Apple sign in by the system's own sheet, which the app shows", default: false)
    if var backend = try reader.object("backend", "the app's own backend") {
      backendURL = try backend.baseURL("baseURL", "where it is")
      try backend.finish()
    }
    origins = try reader.origins(default: [authBaseURL, apiBaseURL] + (backendURL.map { [$0] } ?? []))
  }
}
