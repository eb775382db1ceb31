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
  /// In the order of their creation.
  var users: [TurnkeyUser] = []
  let createdAt: Date

  func user(_ id: String) -> TurnkeyUser? { users.first { $0.id == id } }
}

/// All organisations with what they are found by.
struct TurnkeyDirectory: Sendable {
  /// A user's place.
  struct Place: Sendable, Hashable {
    let organization: String
    let user: String
  }

  let parentID: String
  private var organizations: [String: TurnkeyOrganization] = [:]
  /// Sub-organisations in the order of their creation.
  private(set) var order: [String] = []
  /// Who holds a credential, by its handle.
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

  /// Changes a user and what it is found by.
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

  /// The users in sub-organisations who fit, in the order of their organisations.
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
