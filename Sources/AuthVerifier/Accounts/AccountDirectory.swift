public import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The links from principals to an app's users, in a record store: a user who signs in through another vendor stays the
/// same user.
///
/// A principal that is linked is found by one read. Otherwise the directory follows its `rule`. An app links another
/// vendor explicitly with `link(_:to:)`, in a request of a user who is signed in.
public struct AccountDirectory: AccountResolving {
  /// What happens to a principal that is not linked.
  public struct Rule: Sendable {
    /// The providers whose verified e-mail addresses decide who a user is. An address is trusted only if the provider
    /// proves that the user owns it now: every one of these providers can sign in as each user with an address.
    public var trustedForEmail: Set<ProviderID>
    /// The providers whose unknown principals become new users. Leave out a provider whose credentials do not name the
    /// app, such as Turnkey's session tokens: every user of the vendor could become a user of the app.
    public var createsUsers: Set<ProviderID>

    /// Creates a rule. By default, no addresses are trusted and no users are created: only links count.
    public init(trustedForEmail: Set<ProviderID> = [], createsUsers: Set<ProviderID> = []) {
      self.trustedForEmail = trustedForEmail
      self.createsUsers = createsUsers
    }
  }

  let records: any RecordStore
  private let rule: Rule
  private let random: any RandomSource

  /// Creates a directory.
  ///
  /// - Parameters:
  ///   - records: the store, which all hosts of the backend share. Use a separate namespace.
  ///   - rule: what happens to a principal that is not linked.
  ///   - random: the source of the ids of new users.
  public init(records: any RecordStore, rule: Rule = Rule(), random: any RandomSource = SystemRandomSource()) {
    self.records = records
    self.rule = rule
    self.random = random
  }

  /// Returns the user of a principal. A principal that is not linked is linked by its verified e-mail address, or
  /// becomes a new user, as the rule says.
  ///
  /// - Throws: the store's errors.
  public func user(of principal: Principal) async throws(AuthError) -> String? {
    let key = Self.key(principal)
    if let user = try await read(key) { return user }
    let address = rule.trustedForEmail.contains(principal.provider) ? principal.verifiedEmail.map(Self.key) : nil
    let creates = rule.createsUsers.contains(principal.provider)
    guard address != nil || creates else { return nil }
    // Two first requests of a user must not create two users.
    return try await records.withLock(on: Self.lock) { () async throws(AuthError) -> String? in
      if let user = try await read(key) { return user }
      if let address, let user = try await read(address) {
        try await note(principal, address: nil, of: user)
        try await write(user, for: key)
        return user
      }
      guard creates else { return nil }
      let user = random.token(byteCount: 16)
      try await note(principal, address: address, of: user)
      // The address first: after a crash between the writes, the next request finds the user by it.
      if let address { try await write(user, for: address) }
      try await write(user, for: key)
      return user
    }
  }

  /// Links another principal to a user who is signed in, so that both lead to the same user.
  ///
  /// - Throws: `user_exists` if the principal belongs to another user; the store's errors.
  public func link(_ principal: Principal, to user: String) async throws(AuthError) {
    let key = Self.key(principal)
    try await records.withLock(on: Self.lock) { () async throws(AuthError) in
      if let owner = try await read(key) {
        guard owner == user else {
          throw AuthError(
            .userExists,
            "This account of '\(principal.provider)' belongs to another user. Unlink it from that user first.",
            provider: principal.provider)
        }
        return
      }
      try await note(principal, address: nil, of: user)
      try await write(user, for: key)
    }
  }

  /// Removes the link of a principal. Its next request follows the rule again: a principal with a known address is
  /// linked by it again, unless `forget(address:)` also removes the address.
  ///
  /// - Returns: whether there was a link.
  /// - Throws: the store's errors.
  @discardableResult
  public func unlink(_ principal: Principal) async throws(AuthError) -> Bool {
    let key = Self.key(principal)
    return try await records.withLock(on: Self.lock) { () async throws(AuthError) -> Bool in
      guard let user = try await read(key) else { return false }
      try await records.remove(key, expecting: nil)
      try await strike(LinkedPrincipal(principal), from: user)
      return true
    }
  }

  /// Forgets which user an e-mail address leads to. Call it when a user gives up an address or is deleted: addresses
  /// are given to other people later, and the next owner would otherwise become this user.
  ///
  /// - Returns: whether the address was known.
  /// - Throws: the store's errors.
  @discardableResult
  public func forget(address: String) async throws(AuthError) -> Bool {
    try await records.remove(Self.key(address), expecting: nil)
  }

  private func write(_ user: String, for key: String) async throws(AuthError) {
    guard try await records.write(Secret(user), for: key, expecting: nil) != nil else {
      throw AuthError(.storeUnavailable, "Another host changed the account at the same time. Try again.")
    }
  }

  /// Returns the user to whom a principal or an address leads.
  func read(_ key: String) async throws(AuthError) -> String? {
    try await records.read(key)?.value.revealText()
  }

  static let lock = "accounts"

  private static func key(_ principal: Principal) -> String { LinkedPrincipal(principal).key }

  /// The key of an e-mail address. The case of ASCII letters does not matter; no server has been seen to distinguish
  /// it.
  private static func key(_ address: String) -> String { "email-" + digest(Array(address.asciiLowercased.utf8)) }

  static func digest(_ bytes: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: bytes))) }
}

extension String {
  /// The text with ASCII letters in lower case. Other letters are not changed, because lower-casing them could make two
  /// different addresses equal.
  fileprivate var asciiLowercased: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
