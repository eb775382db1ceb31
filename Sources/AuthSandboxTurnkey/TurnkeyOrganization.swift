import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An organisation: the app's own, or one of its users' sub-organisations.
struct TurnkeyOrganization: Sendable {
  let id: String
  var name: String
  let parentID: String?
  /// The users, in the order of creation.
  var users: [TurnkeyUser] = []
  /// How many root users must approve an activity.
  var rootQuorum = 1
  var policies: [TurnkeyPolicy] = []
  var sessionProfiles: [TurnkeySessionProfile] = []
  var oauth2Credentials: [TurnkeyOAuth2Credential] = []
  var wallets: [TurnkeyWallet] = []
  var privateKeys: [TurnkeyPrivateKey] = []
  let createdAt: Date

  func user(_ id: String) -> TurnkeyUser? { users.first { $0.id == id } }
  var rootUsers: [TurnkeyUser] { users.filter(\.isRoot) }
}
