import AuthCore

/// The users, by their addresses.
struct HawcxUsers: Sendable {
  private var users: [HawcxAddress: HawcxUser] = [:]

  subscript(address: HawcxAddress) -> HawcxUser? {
    get { users[address] }
    set { users[address] = newValue }
  }

  /// All users, sorted by their addresses.
  var all: [(address: HawcxAddress, user: HawcxUser)] {
    users.map { ($0.key, $0.value) }.sorted { $0.address.text < $1.address.text }
  }

  func user(subject: String) -> HawcxUser? { users.values.first { $0.subject == subject } }
}
