#if canImport(Security)
  package import AuthCore
  package import Foundation
  package import Security

  /// Queries of the keychain, with its result codes as errors.
  package enum KeychainQuery {
    /// Reads the data of the item that a query selects; nil if there is no such item.
    ///
    /// - Throws: `store_locked` before the first unlock (an unreadable item is not a missing item), or another storage
    ///   code.
    package static func data(_ query: [CFString: Any]) throws(AuthError) -> Secret? {
      var query = query
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess else { throw KeychainFailure.error(status, "read") }
      guard let data = found as? Data else { throw KeychainFailure.malformed }
      return Secret(data)
    }

    /// Returns the attributes of all items that a query selects.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    package static func attributes(_ query: [CFString: Any]) throws(AuthError) -> [[String: Any]] {
      var query = query
      query[kSecReturnAttributes] = true
      query[kSecMatchLimit] = kSecMatchLimitAll
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return [] }
      guard status == errSecSuccess else { throw KeychainFailure.error(status, "read") }
      guard let items = found as? [[String: Any]] else { throw KeychainFailure.malformed }
      return items
    }

    /// Removes the items that a query selects. No item is not an error.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    package static func delete(_ query: [CFString: Any]) throws(AuthError) {
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw KeychainFailure.error(status, "changed")
      }
    }
  }
#endif
