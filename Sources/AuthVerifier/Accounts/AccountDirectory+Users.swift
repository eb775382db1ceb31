public import AuthCore

extension AccountDirectory {
  /// Returns the principals that are linked to a user, in the order of their links: for a page on which users manage
  /// their ways to sign in.
  ///
  /// - Throws: the store's errors; `store_corrupt` if the user's record is damaged.
  public func principals(of user: String) async throws(AuthError) -> [LinkedPrincipal] {
    var found: [LinkedPrincipal] = []
    for principal in try await links(of: user).principals where try await read(principal.key) == user {
      found.append(principal)
    }
    return found
  }

  /// Removes a user: the links of all principals, and the addresses that lead to the user. Remove the app's own data of
  /// the user, and end the user's sessions, before this call. A principal that returns follows the rule again.
  ///
  /// - Throws: the store's errors. A removal that failed in the middle can be repeated.
  public func remove(user: String) async throws(AuthError) {
    try await records.withLock(on: Self.lock) { () async throws(AuthError) in
      let links = try await links(of: user)
      for key in links.principals.map(\.key) + links.addresses where try await read(key) == user {
        try await records.remove(key, expecting: nil)
      }
      try await records.remove(Self.key(ofUser: user), expecting: nil)
    }
  }

  /// Adds a principal and the key of an address to a user's record. It is written before the records of the links:
  /// after a crash it has a link too many, which readers notice, and never one too few, which `remove(user:)` would
  /// leave behind. The caller holds the lock.
  func note(_ principal: Principal, address: String?, of user: String) async throws(AuthError) {
    var links = try await links(of: user)
    let linked = LinkedPrincipal(principal)
    if !links.principals.contains(where: { $0.key == linked.key }) { links.principals.append(linked) }
    if let address, !links.addresses.contains(address) { links.addresses.append(address) }
    try await records.replace(links.record, for: Self.key(ofUser: user))
  }

  /// Removes a principal from a user's record. The caller holds the lock.
  func strike(_ principal: LinkedPrincipal, from user: String) async throws(AuthError) {
    var links = try await links(of: user)
    links.principals.removeAll { $0.key == principal.key }
    try await records.replace(links.record, for: Self.key(ofUser: user))
  }

  private func links(of user: String) async throws(AuthError) -> AccountLinks {
    guard let record = try await records.read(Self.key(ofUser: user)) else { return AccountLinks() }
    return try AccountLinks(record.value)
  }

  private static func key(ofUser user: String) -> String { "user-" + digest(Array(user.utf8)) }
}

/// The record of a user.
private struct AccountLinks {
  var principals: [LinkedPrincipal] = []
  /// The keys of the records of addresses.
  var addresses: [String] = []

  init() {}

  init(_ record: Secret) throws(AuthError) {
    let damaged = AuthError(.storeCorrupt, "The record of a user's accounts is damaged. Restore it from a backup.")
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: record) } catch { throw damaged }
    guard let principals = json["principals"]?.arrayValue, let addresses = json["addresses"]?.arrayValue else {
      throw damaged
    }
    self.principals = principals.compactMap { LinkedPrincipal($0) }
    self.addresses = addresses.compactMap(\.stringValue)
    guard self.principals.count == principals.count, self.addresses.count == addresses.count else { throw damaged }
  }

  var record: Secret {
    JSONValue.object([
      "principals": .array(principals.map(\.json)), "addresses": .array(addresses.map { .string($0) }),
    ]).serializedSecret
  }
}
