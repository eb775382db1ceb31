public import AuthCore

/// A sub-organisation to create (v1CreateSubOrganizationIntentV8).
public struct NewSubOrganization: Sendable {
  /// The organisation's display name.
  public var name: String
  /// The users with all permissions in the sub-organisation.
  public var rootUsers: [NewTurnkeyUser]
  /// How many root users have to approve an action.
  public var rootQuorumThreshold: Int
  /// The sub-organisation's first wallet; nil for none.
  public var wallet: NewWallet?
  /// The verification token of the root user's contact; nil for none.
  public var verificationToken: Secret?
  /// The permitted use of `verificationToken`, signed by the key that the token is bound to (`signUpSignature`); nil
  /// for none.
  public var clientSignature: JSONValue?

  /// Creates the description of a sub-organisation, by default without a wallet, in which one root user can approve
  /// alone.
  public init(
    name: String, rootUsers: [NewTurnkeyUser], rootQuorumThreshold: Int = 1, wallet: NewWallet? = nil,
    verificationToken: Secret? = nil, clientSignature: JSONValue? = nil
  ) {
    self.name = name
    self.rootUsers = rootUsers
    self.rootQuorumThreshold = rootQuorumThreshold
    self.wallet = wallet
    self.verificationToken = verificationToken
    self.clientSignature = clientSignature
  }

  var json: JSONObject {
    var object: JSONObject = [
      "subOrganizationName": .string(name), "rootUsers": .array(rootUsers.map { .object($0.json) }),
      "rootQuorumThreshold": .integer(Int64(rootQuorumThreshold)),
    ]
    object["wallet"] = wallet.map { .object($0.json) }
    object["verificationToken"] = verificationToken.map { .string($0.revealText()) }
    object["clientSignature"] = clientSignature
    return object
  }
}
