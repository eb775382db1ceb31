import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's account at a provider with OAuth 2.0 only.
struct TurnkeyOAuth2Credential: Sendable {
  enum Provider: String, Sendable, CaseIterable {
    case x = "OAUTH2_PROVIDER_X"
    case discord = "OAUTH2_PROVIDER_DISCORD"

    /// The prefix of its users' subjects: `x:123` (T84).
    var prefix: String { self == .x ? "x" : "discord" }
  }

  let id: String
  let organization: String
  var provider: Provider
  var clientID: String
  var encryptedSecret: String
  let createdAt: Date
  var updatedAt: Date

  /// v1Oauth2Credential.
  var json: JSONValue {
    [
      "oauth2CredentialId": .string(id), "organizationId": .string(organization),
      "provider": .string(provider.rawValue),
      "clientId": .string(clientID), "encryptedClientSecret": .string(encryptedSecret),
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": updatedAt.turnkeyTimestamp,
    ]
  }
}
