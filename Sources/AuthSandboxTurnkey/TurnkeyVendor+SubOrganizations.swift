import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Creates a sub-organisation with its root users (T80).
  mutating func createSubOrganization(
    _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    guard world.createsUsers(name) else { throw .notAuthorized }
    let rootUsers = try fields.objects("rootUsers")
    guard !rootUsers.isEmpty else { throw .invalid("rootUsers must be set") }
    guard let quorum = try fields.integer("rootQuorumThreshold", in: 1...Int64(rootUsers.count)) else {
      throw .invalid("rootQuorumThreshold must be set")
    }
    var token: TurnkeyVerification?
    if let text = try fields.optionalString("verificationToken") {
      let verified = try verification(text, world)
      try checkSignUp(rootUsers[0], signature: try fields.fields("clientSignature"), verified, isRequired: false)
      try checkUnspent(verified, .signup)
      token = verified
    }
    var users: [TurnkeyUser] = []
    for (index, root) in rootUsers.enumerated() {
      users.append(try user(root, needsName: true, proven: index == 0 ? token?.contact : nil, world))
    }
    let organization = try addOrganization(
      try fields.string("subOrganizationName"), users, quorum: Int(quorum), wallet: try fields.fields("wallet"), world)
    if let token { spend(token, .signup) }
    var result: JSONObject = [
      "subOrganizationId": .string(organization.id), "rootUserIds": .array(users.map { .string($0.id) }),
    ]
    result["wallet"] = (organization.wallets.first?.result).map { .object($0) }
    return result
  }

  mutating func addOrganization(
    _ name: String, _ users: [TurnkeyUser], quorum: Int = 1, wallet fields: TurnkeyFields?, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyOrganization {
    var organization = TurnkeyOrganization(
      id: world.random.uuid(), name: name, parentID: organizationID, users: users, rootQuorum: quorum,
      createdAt: world.now)
    if let fields { organization.wallets = [try wallet(fields, in: organization.id, world)] }
    directory.add(organization)
    return organization
  }

  /// Deletes the activity's own organisation. If it has keys that were never exported, the request must set
  /// `deleteWithoutExport`.
  mutating func deleteSubOrganization(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    guard let organization = directory.organization(activity.organization), organization.parentID != nil else {
      throw .notAuthorized
    }
    let isForced = try fields.bool("deleteWithoutExport")
    guard isForced || organization.wallets.allSatisfy(\.isExported) && organization.privateKeys.allSatisfy(\.isExported)
    else {
      throw .invalid(
        "sub-organization has keys that have not been exported; set deleteWithoutExport to delete it anyway")
    }
    directory.removeOrganization(organization.id)
    return ["subOrganizationUuid": .string(organization.id)]
  }

  mutating func updateRootQuorum(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let ids = Set(try fields.strings("userIds"))
    let users = directory.organization(activity.organization)?.users ?? []
    guard ids.isSubset(of: users.map(\.id)) else { throw .userNotFound }
    guard let quorum = try fields.integer("threshold", in: 1...Int64(ids.count)) else {
      throw .invalid("threshold must be set")
    }
    directory.changeOrganization(activity.organization) { $0.rootQuorum = Int(quorum) }
    for user in users {
      let place = TurnkeyDirectory.Place(organization: activity.organization, user: user.id)
      directory.change(place) { $0.isRoot = ids.contains($0.id) }
    }
    return [:]
  }
}
