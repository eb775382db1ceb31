import AuthCore

/// The app's settings in the vendor's dashboard (v1GetWalletKitConfigResponse).
public struct WalletKitConfiguration: Sendable, Hashable {
  /// The enabled methods, by the vendor's names.
  public let enabledProviders: [String]
  /// The lifetime, in seconds, of a session that the auth proxy opens.
  public let sessionExpirationSeconds: Int
  /// The ID of the parent organisation.
  public let organizationID: String
  /// The app's client IDs at the identity providers, by the provider's name in lower case, such as `google`.
  public let oauthClientIDs: [String: String]
  /// The address that identity providers send users back to; nil if the settings do not say.
  public let oauthRedirectURL: String?
  /// Whether codes contain letters; nil if the settings do not say.
  public let codesAreAlphanumeric: Bool?
  /// The length of codes; nil if the settings do not say.
  public let codeLength: Int?

  /// Reads the response of `wallet_kit_config`.
  ///
  /// - Throws: `malformed_response`.
  init(_ answer: JSONValue) throws(AuthError) {
    guard let providers = answer["enabledProviders"]?.arrayValue else {
      throw AuthError(
        .malformedResponse, "The auth proxy's response has no list 'enabledProviders'. Check authProxyURL.")
    }
    enabledProviders = providers.compactMap(\.stringValue)
    // 64-bit numbers are sent as strings.
    guard let seconds = Int(try answer.requiredString("sessionExpirationSeconds")) else {
      throw AuthError(
        .malformedResponse,
        "The auth proxy's 'sessionExpirationSeconds' is not a number. Check the settings in the vendor's dashboard.")
    }
    sessionExpirationSeconds = seconds
    organizationID = try answer.requiredString("organizationId")
    var clientIDs: [String: String] = [:]
    for member in answer["oauthClientIds"]?.objectValue?.members ?? [] {
      clientIDs[member.name.lowercased()] = member.value.stringValue
    }
    oauthClientIDs = clientIDs
    oauthRedirectURL = answer["oauthRedirectUrl"]?.stringValue
    codesAreAlphanumeric = answer["otpAlphanumeric"]?.boolValue
    codeLength = answer["otpLength"]?.stringValue.flatMap { Int($0) }
  }
}
