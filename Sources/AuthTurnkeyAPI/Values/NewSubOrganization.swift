public import AuthCore

/// A sub-organisation to be made (v1CreateSubOrganizationIntentV8).
public struct NewSubOrganization: Sendable {
  /// The name.
  public var name: String
  /// Who may do everything in it.
  public var rootUsers: [NewTurnkeyUser]
  /// How many of them have to agree.
  public var rootQuorumThreshold: Int
  /// A wallet to begin with.
  public var wallet: NewWallet?
  /// What proves the root user's contact.
  public var verificationToken: Secret?
  /// What the verification is used for, signed by the key that it is bound to.
  public var clientSignature: JSONValue?

  /// A sub-organisation.
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
