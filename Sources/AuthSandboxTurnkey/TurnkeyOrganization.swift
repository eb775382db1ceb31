import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An organisation: the app's own, or the sub-organisation of one of the app's users.
struct TurnkeyOrganization: Sendable {
  let id: String
  var name: String
  let parentID: String?
  /// The users, in the order of creation.
  var users: [TurnkeyUser] = []
  /// How many root users must approve an activity that a root user submits.
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
