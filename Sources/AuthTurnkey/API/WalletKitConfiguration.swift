import AuthCore

/// How an app is set up in the vendor's dashboard (v1GetWalletKitConfigResponse).
public struct WalletKitConfiguration: Sendable, Hashable {
  /// The methods that are switched on, by the vendor's names.
  public let enabledProviders: [String]
  /// How long a session lasts that the auth proxy opens.
  public let sessionExpirationSeconds: Int
  /// The parent organisation.
  public let organizationID: String
  /// The app's names at the identity providers: `google`.
  public let oauthClientIDs: [String: String]
  /// Where identity providers send users back to.
  public let oauthRedirectURL: String?
  /// Whether codes have letters; nil where it is not said.
  public let codesAreAlphanumeric: Bool?
  /// How long codes are; nil where it is not said.
  public let codeLength: Int?

  /// - Throws: `malformed_response`.
  init(_ answer: JSONValue) throws(AuthError) {
    guard let providers = answer["enabledProviders"]?.arrayValue else {
      throw AuthError(.malformedResponse, "The auth proxy's configuration has no list 'enabledProviders'.")
    }
    enabledProviders = providers.compactMap(\.stringValue)
    // Numbers of 64 bits travel as texts.
    guard let seconds = Int(try answer.requiredString("sessionExpirationSeconds")) else {
      throw AuthError(.malformedResponse, "The auth proxy's 'sessionExpirationSeconds' is no number.")
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
