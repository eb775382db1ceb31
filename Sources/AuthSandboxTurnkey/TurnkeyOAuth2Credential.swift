import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's client at a social provider that supports only OAuth 2.0, without OpenID Connect.
struct TurnkeyOAuth2Credential: Sendable {
  enum Provider: String, Sendable, CaseIterable {
    case x = "OAUTH2_PROVIDER_X"
    case discord = "OAUTH2_PROVIDER_DISCORD"

    /// The provider's name in the sandbox. In the vendor's ID token, it precedes the user's id: `x:123` (T84).
    var prefix: String { self == .x ? "x" : "discord" }
  }

  let id: String
  let organization: String
  var provider: Provider
  var clientID: String
  var encryptedSecret: String
  let createdAt: Date
  var updatedAt: Date

  /// The credential on the wire: v1Oauth2Credential.
  var json: JSONValue {
    [
      "oauth2CredentialId": .string(id), "organizationId": .string(organization),
      "provider": .string(provider.rawValue),
      "clientId": .string(clientID), "encryptedClientSecret": .string(encryptedSecret),
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": updatedAt.turnkeyTimestamp,
    ]
  }
}
