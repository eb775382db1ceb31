import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user of an organisation.
struct TurnkeyUser: Sendable {
  let id: String
  var name: String
  var email: String?
  var phone: String?
  var apiKeys: [TurnkeyAPIKey] = []
  var authenticators: [TurnkeyAuthenticator] = []
  var oauthIdentities: [TurnkeyOAuthIdentity] = []
  /// Whether the user is in the root quorum. What other users may do depends on policies.
  var isRoot = true
  /// The contacts that a verification token proved.
  var verified: Set<TurnkeyContact> = []
  var tags: [String] = []
  let createdAt: Date
  var updatedAt: Date

  /// The handles of the user's credentials: the public keys of the API keys, and `TurnkeyAuthenticator.handle(_:)` of
  /// the passkeys' ids.
  var handles: [String] {
    apiKeys.map(\.publicKey) + authenticators.map { TurnkeyAuthenticator.handle($0.credentialID) }
  }

  /// The user on the wire: v1User.
  func json() -> JSONValue {
    var object: JSONObject = ["userId": .string(id), "userName": .string(name)]
    object["userEmail"] = email.map { .string($0) }
    object["userPhoneNumber"] = phone.map { .string($0) }
    object["authenticators"] = .array(authenticators.map(\.json))
    object["apiKeys"] = .array(apiKeys.map(\.json))
    object["userTags"] = .array(tags.map { .string($0) })
    object["oauthProviders"] = .array(oauthIdentities.map(\.json))
    object["mfaPolicies"] = []
    object["createdAt"] = createdAt.turnkeyTimestamp
    object["updatedAt"] = updatedAt.turnkeyTimestamp
    return .object(object)
  }
}

extension Date {
  /// The date on the wire: externaldatav1Timestamp, in which both members are strings (T81).
  var turnkeyTimestamp: JSONValue {
    let seconds = timeIntervalSince1970.rounded(.down)
    let nanos = Int64(((timeIntervalSince1970 - seconds) * 1_000).rounded(.down)) * 1_000_000
    return ["seconds": .string(String(Int64(seconds))), "nanos": .string(String(nanos))]
  }
}
