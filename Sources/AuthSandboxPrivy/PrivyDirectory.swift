import AuthCore

/// The app's users, found by id or by account.
struct PrivyDirectory: Sendable {
  private var users: [String: PrivyUser] = [:]
  private var owners: [PrivyUser.Account.Kind: String] = [:]
  /// User ids in the order of creation.
  private var order: [String] = []

  var isEmpty: Bool { users.isEmpty }

  func user(_ id: String) -> PrivyUser? { users[id] }

  func owner(of account: PrivyUser.Account.Kind) -> PrivyUser? { owners[account].flatMap { users[$0] } }

  /// Creates a user with these accounts; the caller must have checked that no account belongs to another user.
  mutating func create(
    _ accounts: [PrivyUser.Account], metadata: JSONValue? = nil, at time: Int64, random: any RandomSource
  ) -> PrivyUser {
    let id = "did:privy:c" + random.characters(24, of: "abcdefghijklmnopqrstuvwxyz0123456789")
    let user = PrivyUser(id: id, createdAt: time, accounts: accounts, metadata: metadata)
    users[id] = user
    order.append(id)
    for account in accounts { owners[account.kind] = id }
    return user
  }

  /// Adds an account to a user; the caller must have checked that the account belongs to no other user. Nil if no user
  /// has the id.
  mutating func link(_ account: PrivyUser.Account, to id: String) -> PrivyUser? {
    users[id]?.accounts.append(account)
    owners[account.kind] = id
    return users[id]
  }

  /// Removes an account from a user.
  mutating func unlink(_ kind: PrivyUser.Account.Kind, from id: String) -> PrivyUser? {
    users[id]?.accounts.removeAll { $0.kind == kind }
    owners[kind] = nil
    return users[id]
  }

  mutating func change(_ id: String, _ body: (inout PrivyUser) -> Void) -> PrivyUser? {
    guard var user = users[id] else { return nil }
    body(&user)
    users[id] = user
    return user
  }

  /// Records that the owner of an account has proved the account again; nil if the account belongs to no user.
  mutating func verified(_ account: PrivyUser.Account.Kind, at time: Int64) -> PrivyUser? {
    guard let id = owners[account], let index = users[id]?.accounts.firstIndex(where: { $0.kind == account }) else {
      return nil
    }
    users[id]?.accounts[index].latestVerifiedAt = time
    return users[id]
  }

  mutating func setMetadata(_ metadata: JSONValue, of id: String) -> PrivyUser? {
    change(id) { $0.metadata = metadata }
  }

  mutating func delete(_ id: String) -> Bool {
    guard let user = users.removeValue(forKey: id) else { return false }
    for account in user.accounts { owners[account.kind] = nil }
    order.removeAll { $0 == id }
    return true
  }

  /// A page of users in the order of creation, and the cursor of the next page: nil on the last page. An unknown cursor
  /// returns the first page.
  func page(after cursor: String?, limit: Int) -> (users: [PrivyUser], next: String?) {
    let start = cursor.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let ids = order[start...].prefix(limit)
    let isLast = start + ids.count >= order.count
    return (ids.compactMap { users[$0] }, isLast ? nil : ids.last)
  }
}
