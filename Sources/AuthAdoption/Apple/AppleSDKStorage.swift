#if canImport(Security) && canImport(CryptoKit)
  public import AuthCore
  import AuthStorage
  import CryptoKit
  import Foundation
  import Security

  /// This app's user defaults and its items in the keychain and the Secure Enclave.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  public struct AppleSDKStorage: SDKStorage {
    private let suite: String?
    private let accessGroup: String?

    /// Names the places. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - suite: the suite of the user defaults; nil for the standard ones, which the vendors' SDKs use.
    ///   - accessGroup: the access group of the items; nil searches all groups of this app.
    public init(suite: String? = nil, accessGroup: String? = nil) {
      self.suite = suite
      self.accessGroup = accessGroup
    }

    /// The names of the user defaults, sorted.
    public func preferenceNames() async throws(AuthError) -> [String] {
      defaults.dictionaryRepresentation().keys.sorted()
    }

    /// The value of a user default.
    public func preference(_ name: String) async throws(AuthError) -> SDKPreference? {
      switch defaults.object(forKey: name) {
      case nil: nil
      case let text as String: .text(text)
      case let data as Data: .data(Array(data))
      default: .other
      }
    }

    /// Removes a user default.
    public func removePreference(_ name: String) async throws(AuthError) { defaults.removeObject(forKey: name) }

    /// The passwords with these attributes. On macOS, the file-based keychain is searched as well, because some SDKs do
    /// not set `kSecUseDataProtectionKeychain`.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func passwords(service: String?, account: String?) async throws(AuthError) -> [SDKPassword] {
      var query = query(kSecClassGenericPassword)
      query[kSecAttrService] = service
      query[kSecAttrAccount] = account
      query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
      query[kSecReturnAttributes] = true
      // Data can be returned for several items only by their references, so each item is read by itself.
      var found: [SDKPassword] = []
      for item in try items(query) {
        guard let service = item[kSecAttrService as String] as? String,
          let account = item[kSecAttrAccount as String] as? String
        else { continue }
        query[kSecAttrService] = service
        query[kSecAttrAccount] = account
        query[kSecReturnAttributes] = nil
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var data: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &data)
        if status == errSecItemNotFound { continue }
        guard status == errSecSuccess else { throw KeychainFailure.error(status, "read") }
        guard let data = data as? Data else { throw KeychainFailure.malformed }
        found.append(SDKPassword(service: service, account: account, value: Secret(data)))
      }
      return found
    }

    /// Removes a password.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func remove(_ password: SDKPassword) async throws(AuthError) {
      var query = query(kSecClassGenericPassword)
      query[kSecAttrService] = password.service
      query[kSecAttrAccount] = password.account
      query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
      try delete(query)
    }

    /// The keys of P-256 whose public key can be read. The call does not ask the user for presence.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func keys() async throws(AuthError) -> [SDKKey] {
      try references().map { SDKKey(publicKey: $0.publicKey, tag: $0.tag, label: $0.label) }
    }

    /// Signs `message` in the Secure Enclave or in software. The system asks the user for presence if the key requires
    /// it.
    ///
    /// - Throws: `key_unavailable`, `cancelled`, `store_locked`, or another storage code.
    public func sign(_ message: [UInt8], publicKey: [UInt8]) async throws(AuthError) -> [UInt8] {
      guard let found = try references().first(where: { $0.publicKey == publicKey }) else {
        throw AuthError(
          .keyUnavailable, "The keychain no longer has the adopted key. Sign in again, which makes a new key.")
      }
      // Sign on a separate thread, because the call blocks until the user responds.
      let signed = await BlockingThread.run { found.key.sign(message) }
      guard let signed else {
        throw AuthError(
          .internalError,
          "The system could not create a thread for signing, because no memory is left or the limit on threads is "
            + "reached. Close other work of the app and try again.")
      }
      return try signed.get()
    }

    /// Removes a key.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func removeKey(_ publicKey: [UInt8]) async throws(AuthError) {
      for found in try references() where found.publicKey == publicKey {
        try delete([kSecValueRef: found.key.reference])
      }
    }

    // MARK: The keychain

    private struct Found {
      let key: KeychainKey
      let publicKey: [UInt8]
      let tag: String?
      let label: String?
    }

    private func references() throws(AuthError) -> [Found] {
      var query = query(kSecClassKey)
      query[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
      query[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
      query[kSecReturnRef] = true
      query[kSecReturnAttributes] = true
      return try items(query).compactMap { item in
        guard let key = KeychainKey(item[kSecValueRef as String]), let publicKey = key.publicKey else { return nil }
        return Found(
          key: key, publicKey: publicKey,
          tag: (item[kSecAttrApplicationTag as String] as? Data).flatMap { String(data: $0, encoding: .utf8) },
          label: item[kSecAttrLabel as String] as? String)
      }
    }

    private func items(_ query: [CFString: Any]) throws(AuthError) -> [[String: Any]] {
      var query = query
      query[kSecMatchLimit] = kSecMatchLimitAll
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return [] }
      guard status == errSecSuccess else { throw KeychainFailure.error(status, "read") }
      guard let items = found as? [[String: Any]] else { throw KeychainFailure.malformed }
      return items
    }

    private func delete(_ query: [CFString: Any]) throws(AuthError) {
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw KeychainFailure.error(status, "changed")
      }
    }

    private func query(_ itemClass: CFString) -> [CFString: Any] {
      var query: [CFString: Any] = [kSecClass: itemClass]
      if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
      return query
    }

    private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
  }
#endif
