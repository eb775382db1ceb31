#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
  import AuthCore

  extension StoragePlugin {
    /// Sessions in the keychain (`"sessions": "keychain"`) and keys in the Secure Enclave (`"keys": "secure-enclave"`).
    ///
    /// - Parameters:
    ///   - service: the service name of the items, by custom the app's bundle identifier.
    ///   - accessGroup: the group of apps and extensions that share them; nil for this app alone.
    ///   - directory: an absolute path in the app's container, or in that of its group where there is one.
    ///   - reason: what the user is told when a key asks for the user, in their language.
    ///   - removesEarlierInstallation: as in `KeychainSessionStore`: nil removes an earlier installation's items only
    ///     where no access group is named.
    public static func apple(
      service: String, accessGroup: String? = nil, directory: String, reason: String,
      removesEarlierInstallation: Bool? = nil
    ) -> StoragePlugin {
      StoragePlugin(id: "apple") { (_, system) throws(AuthError) in
        StorageBackEnd(
          makeKeyStore: { _ in
            SecureEnclaveKeyStore(
              service: service, accessGroup: accessGroup, directory: directory, reason: reason, clock: system.clock,
              random: system.random, removesEarlierInstallation: removesEarlierInstallation)
          },
          sessionStores: [
            "keychain": KeychainSessionStore(
              service: service, accessGroup: accessGroup, directory: directory, clock: system.clock,
              removesEarlierInstallation: removesEarlierInstallation)
          ])
      }
    }
  }
#endif
