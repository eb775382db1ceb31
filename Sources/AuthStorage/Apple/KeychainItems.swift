#if canImport(Security)
  import AuthCore
  import Foundation
  import Security

  /// The generic-password items of one service in the data-protection keychain. They are bound to this device and
  /// readable after the first unlock since the device started (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`), so
  /// that a background task can renew a session while the screen is locked.
  struct KeychainItems: Sendable {
    let service: String
    /// The access group of the apps that share the items; nil for this app alone.
    let accessGroup: String?

    /// Reads the item of an account; nil if the item does not exist.
    ///
    /// - Throws: `store_locked` before the first unlock (an unreadable item is not a missing item), or another storage
    ///   code.
    func read(_ account: String) throws(AuthError) -> Secret? { try KeychainQuery.data(query(account)) }

    /// Lists the accounts of all items.
    func accounts() throws(AuthError) -> [String] {
      try KeychainQuery.attributes(query(nil)).compactMap { $0[kSecAttrAccount as String] as? String }
    }

    /// Writes the item of an account, and replaces an earlier item. The keychain changes an item atomically.
    func write(_ value: Secret, for account: String) throws(AuthError) {
      let data = Data(value.revealBytes())
      let changed = SecItemUpdate(query(account) as CFDictionary, [kSecValueData: data] as CFDictionary)
      if changed == errSecSuccess { return }
      guard changed == errSecItemNotFound else { throw KeychainFailure.error(changed, "changed") }
      var item = query(account)
      item[kSecValueData] = data
      item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      let added = SecItemAdd(item as CFDictionary, nil)
      guard added == errSecSuccess else { throw KeychainFailure.error(added, "changed") }
    }

    /// Removes an item. A missing item is not an error.
    func remove(_ account: String) throws(AuthError) { try KeychainQuery.delete(query(account)) }

    /// Removes all items of the service.
    func removeAll() throws(AuthError) { try KeychainQuery.delete(query(nil)) }

    private func query(_ account: String?) -> [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
      ]
      if let account { query[kSecAttrAccount] = account }
      if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
      return query
    }
  }
#endif
