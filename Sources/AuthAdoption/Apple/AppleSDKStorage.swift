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

    /// Sets where to search. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - suite: the suite of the user defaults; nil for the standard ones, which the vendors' SDKs use.
    ///   - accessGroup: the access group of the items; nil searches all groups of this app.
    public init(suite: String? = nil, accessGroup: String? = nil) {
      self.suite = suite
      self.accessGroup = accessGroup
    }

    /// The names of the user defaults, sorted. Those of the system and of other apps are left out.
    public func preferenceNames() async throws(AuthError) -> [String] {
      let domain = suite ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      return (defaults.persistentDomain(forName: domain) ?? [:]).keys.sorted()
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

    /// The passwords with these attributes. On macOS, both the file-based and the data-protection keychain are
    /// searched, because some SDKs do not set `kSecUseDataProtectionKeychain`.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func passwords(service: String?, account: String?) async throws(AuthError) -> [SDKPassword] {
      var found: [SDKPassword] = []
      for var query in queries(kSecClassGenericPassword) {
        query[kSecAttrService] = service
        query[kSecAttrAccount] = account
        query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
        // One call cannot return the data of several items, so a separate call reads each item.
        for item in try items(query) {
          guard let service = item[kSecAttrService as String] as? String,
            let account = item[kSecAttrAccount as String] as? String,
            !found.contains(where: { $0.service == service && $0.account == account })
          else { continue }
          query[kSecAttrService] = service
          query[kSecAttrAccount] = account
          if let value = try KeychainQuery.data(query) {
            found.append(SDKPassword(service: service, account: account, value: value))
          }
        }
      }
      return found
    }

    /// Removes a password.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func remove(_ password: SDKPassword) async throws(AuthError) {
      for var query in queries(kSecClassGenericPassword) {
        query[kSecAttrService] = password.service
        query[kSecAttrAccount] = password.account
        query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
        try KeychainQuery.delete(query)
      }
    }

    /// The keys of P-256 whose public key can be read. The call does not ask the user for presence.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func keys() async throws(AuthError) -> [SDKKey] {
      try foundKeys().map { SDKKey(publicKey: $0.publicKey, tag: $0.tag, label: $0.label) }
    }

    /// Signs `message` in the Secure Enclave or in software. The system asks the user for presence if the key requires
    /// it.
    ///
    /// - Throws: `key_unavailable`, `cancelled`, `store_locked`, or another storage code.
    public func sign(_ message: [UInt8], publicKey: [UInt8]) async throws(AuthError) -> [UInt8] {
      // Find the key and sign on a separate thread, because the calls block until the user responds.
      let signed = await BlockingThread.run { () -> Result<[UInt8], AuthError> in
        do throws(AuthError) {
          guard let found = try foundKeys().first(where: { $0.publicKey == publicKey }) else {
            throw AuthError(
              .keyUnavailable, "The keychain no longer has the adopted key. Sign in again to create a new key.")
          }
          return found.key.sign(message)
        } catch {
          return .failure(error)
        }
      }
      guard let signed else {
        throw AuthError(
          .internalError,
          "The system could not create a thread for signing, because no memory is left or the limit on threads is "
            + "reached. Stop other work of the app, and try again.")
      }
      return try signed.get()
    }

    /// Removes a key.
    ///
    /// - Throws: `store_locked` while the device is locked; another storage code.
    public func removeKey(_ publicKey: [UInt8]) async throws(AuthError) {
      for found in try foundKeys() where found.publicKey == publicKey {
        // The system's label of a key is the SHA-1 hash of its public key.
        guard let label = found.applicationLabel else { continue }
        for var query in queries(kSecClassKey) {
          query[kSecAttrApplicationLabel] = label
          query[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
          try KeychainQuery.delete(query)
        }
      }
    }

    // MARK: The keychain

    private struct FoundKey {
      let key: KeychainKey
      let publicKey: [UInt8]
      let tag: String?
      let label: String?
      let applicationLabel: Data?
    }

    private func foundKeys() throws(AuthError) -> [FoundKey] {
      var found: [FoundKey] = []
      for var query in queries(kSecClassKey) {
        query[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
        query[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
        query[kSecReturnRef] = true
        for item in try items(query) {
          guard let key = KeychainKey(item[kSecValueRef as String]), let publicKey = key.publicKey,
            !found.contains(where: { $0.publicKey == publicKey })
          else { continue }
          found.append(
            FoundKey(
              key: key, publicKey: publicKey,
              tag: (item[kSecAttrApplicationTag as String] as? Data).flatMap { String(strictUTF8: Array($0)) },
              label: item[kSecAttrLabel as String] as? String,
              applicationLabel: item[kSecAttrApplicationLabel as String] as? Data))
        }
      }
      return found
    }

    /// The attributes of all items that a query selects. On macOS, an app without the entitlement has no items in the
    /// data-protection keychain.
    private func items(_ query: [CFString: Any]) throws(AuthError) -> [[String: Any]] {
      do throws(AuthError) {
        return try KeychainQuery.attributes(query)
      } catch  where query[kSecUseDataProtectionKeychain] != nil && error.underlying == KeychainFailure.noEntitlement {
        return []
      }
    }

    /// The queries of the keychains of this system: iOS has one, macOS two.
    private func queries(_ itemClass: CFString) -> [[CFString: Any]] {
      var query: [CFString: Any] = [kSecClass: itemClass]
      if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
      #if os(macOS)
        var other = query
        other[kSecUseDataProtectionKeychain] = true
        return [query, other]
      #else
        return [query]
      #endif
    }

    private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
  }
#endif
