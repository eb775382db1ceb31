import AuthCore

/// All organisations, with an index of their users' credentials.
struct TurnkeyDirectory: Sendable {
  /// The ids that identify a user: the organisation's and the user's.
  struct Place: Sendable, Hashable {
    let organization: String
    let user: String
  }

  let parentID: String
  private var organizations: [String: TurnkeyOrganization] = [:]
  /// The ids of the sub-organisations, in the order of creation.
  private(set) var order: [String] = []
  /// The users who have a credential, by the credential's handle.
  private var holders: [String: [Place]] = [:]

  init(parent: TurnkeyOrganization) {
    parentID = parent.id
    organizations[parent.id] = parent
    for user in parent.users { index(user, in: parent.id) }
  }

  func organization(_ id: String) -> TurnkeyOrganization? { organizations[id] }
  func user(_ place: Place) -> TurnkeyUser? { organizations[place.organization]?.user(place.user) }
  func holders(of handle: String) -> [Place] { holders[handle] ?? [] }

  func key(_ publicKey: String, of place: Place) -> TurnkeyAPIKey? {
    user(place)?.apiKeys.first { $0.publicKey == publicKey }
  }

  mutating func add(_ organization: TurnkeyOrganization) {
    organizations[organization.id] = organization
    order.append(organization.id)
    for user in organization.users { index(user, in: organization.id) }
  }

  /// Changes a user, and updates the index. Does nothing if there is no such user. Changes that `body` made before it
  /// threw an error are kept.
  mutating func change<Failure: Error>(
    _ place: Place, _ body: (inout TurnkeyUser) throws(Failure) -> Void
  ) throws(Failure) {
    guard let position = organizations[place.organization]?.users.firstIndex(where: { $0.id == place.user }),
      var user = organizations[place.organization]?.users[position]
    else { return }
    for handle in user.handles { holders[handle]?.removeAll { $0 == place } }
    defer {
      for handle in user.handles { holders[handle, default: []].append(place) }
      organizations[place.organization]?.users[position] = user
    }
    try body(&user)
  }

  /// Changes an organisation's data. `body` must not change the organisation's users, because this method does not
  /// update the index of their credentials. Does nothing if there is no such organisation, or if `body` throws an
  /// error.
  mutating func changeOrganization<Failure: Error>(
    _ id: String, _ body: (inout TurnkeyOrganization) throws(Failure) -> Void
  ) throws(Failure) {
    guard var organization = organizations[id] else { return }
    try body(&organization)
    organizations[id] = organization
  }

  mutating func add(_ users: [TurnkeyUser], to id: String) {
    organizations[id]?.users += users
    for user in users { index(user, in: id) }
  }

  mutating func removeUsers(_ ids: Set<String>, from id: String) {
    for user in organizations[id]?.users ?? [] where ids.contains(user.id) {
      for handle in user.handles { holders[handle]?.removeAll { $0 == Place(organization: id, user: user.id) } }
    }
    organizations[id]?.users.removeAll { ids.contains($0.id) }
  }

  mutating func removeOrganization(_ id: String) {
    removeUsers(Set((organizations[id]?.users ?? []).map(\.id)), from: id)
    organizations[id] = nil
    order.removeAll { $0 == id }
  }

  /// The matching users of all sub-organisations, in the order in which the sub-organisations were created.
  func places(where fits: (TurnkeyOrganization, TurnkeyUser) -> Bool) -> [Place] {
    order.flatMap { id -> [Place] in
      guard let organization = organizations[id] else { return [] }
      return organization.users.filter { fits(organization, $0) }.map { Place(organization: id, user: $0.id) }
    }
  }

  private mutating func index(_ user: TurnkeyUser, in organization: String) {
    for handle in user.handles {
      holders[handle, default: []].append(Place(organization: organization, user: user.id))
    }
  }
}
