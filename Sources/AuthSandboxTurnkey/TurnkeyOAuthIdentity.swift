import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user's identity at an OpenID Connect issuer.
struct TurnkeyOAuthIdentity: Sendable {
  struct Key: Sendable, Hashable {
    let issuer: String
    let audience: String
    let subject: String
  }

  let id: String
  let name: String
  let key: Key
  let createdAt: Date

  /// The identity on the wire: v1OauthProvider.
  var json: JSONValue {
    [
      "providerId": .string(id), "providerName": .string(name), "issuer": .string(key.issuer),
      "audience": .string(key.audience), "subject": .string(key.subject), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp,
    ]
  }
}
